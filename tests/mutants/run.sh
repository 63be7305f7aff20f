#!/bin/sh
# Shows that the rule cases notice each change of tests/mutants/*.mutants.
# Usage: tests/mutants/run.sh [WORD …]   only mutants whose game, section or title holds one of the words
exec python3 "$(dirname "$0")/run.py" "$@"
