#!/bin/sh
# The compiler with libFuzzer's instrumentation, for the crates of this workspace: RUSTC_WORKSPACE_WRAPPER=instrumented.sh
exec "$@" --cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares
