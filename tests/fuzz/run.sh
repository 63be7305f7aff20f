#!/usr/bin/env bash
# Fuzzes the four readers for so many seconds each: tests/fuzz/run.sh SECONDS [TARGET...]
#
# Needs cargo-fuzz (cargo install cargo-fuzz); a stable toolchain will do, since no sanitizer is used. It begins with the
# inputs that are kept and with the vectors, and ends with an error where an input makes a reader fail, hang for 10
# seconds or take more than 1 GB.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?how many seconds}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(mail turn_file game_file verify)

seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
mkdir "$seeds"/{mail,turn_file,game_file,verify}
cp ../../turnfiles/vectors/mail/*.{eml,mbox} "$seeds/mail"
cp ../../examples/battle/*.turn "$seeds/turn_file"
for game in ../../turnfiles/games/*/*; do
    name=$(basename "$game")
    for letter in $(find "$game/turns" -name '*.turn' | sort | head -n 6); do
        cp "$letter" "$seeds/turn_file/$name-$(basename "$letter")"
    done
    cp "$game/start.yaml" "$seeds/game_file/$name.yaml"
    cp "$game/start.yaml" "$seeds/verify/$name.yaml"
done
cp ../../examples/battle/first-game.yaml "$seeds/game_file"
cp ../../examples/battle/first-game.yaml "$seeds/verify"

# The crates of the package at the versions that the package itself is built with.
cp ../../Cargo.lock .
cargo fuzz build --fuzz-dir . -s none
for target in "${targets[@]}"; do
    echo "== $target, $seconds s"
    mkdir -p "corpus/$target" "artifacts/$target"
    work=$(mktemp -d -p "$seeds")
    cargo fuzz run --fuzz-dir . -s none "$target" "$work" "corpus/$target" "$seeds/$target" -- \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=65536 -print_final_stats=1 2>&1 \
        | grep -vE '^#[0-9]+\s+(NEW|REDUCE|RELOAD|pulse)' | tail -n 40
done
