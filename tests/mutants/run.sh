#!/bin/sh
# Shows that the rule cases notice each change of tests/mutants/battle.mutants.
# Usage: tests/mutants/run.sh [WORD …]   only mutants whose section or title holds one of the words
exec python3 "$(dirname "$0")/run.py" "$@"
