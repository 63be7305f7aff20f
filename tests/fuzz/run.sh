#!/usr/bin/env bash
# Fuzzes the readers for so many seconds each, as many at a time as there are cores: tests/fuzz/run.sh SECONDS [TARGET...]
#
# It begins with the inputs that are kept and with the vectors, and ends with an error where an input makes a reader fail,
# hang for 10 seconds or take more than 1 GB. Such an input is left in tests/fuzz/artifacts.
#
# The project's own code alone is instrumented (instrumented.sh), so that the crates it rests on are those that the tests
# have built already. `cargo fuzz run -s none TARGET` instruments all of it.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?how many seconds}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(mail turn_file game_file verify)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Copies what each reader is to begin with.
gather_seeds() {
    mkdir "$scratch"/{mail,turn_file,game_file,verify}
    cp ../../turnfiles/vectors/mail/*.{eml,mbox} "$scratch/mail"
    cp ../../examples/battle/*.turn "$scratch/turn_file"
    for game in ../../turnfiles/games/*/*; do
        name=$(basename "$game")
        for letter in $(find "$game/turns" -name '*.turn' | sort | head -n 6); do
            cp "$letter" "$scratch/turn_file/$name-$(basename "$letter")"
        done
        cp "$game/start.yaml" "$scratch/game_file/$name.yaml"
    done
    cp ../../examples/battle/first-game.yaml "$scratch/game_file"
    cp "$scratch"/game_file/* "$scratch/verify"
}

# Fuzzes one target; what it found new is only counted.
fuzz() {
    mkdir -p "corpus/$1" "artifacts/$1" "$scratch/found-$1"
    "${CARGO_TARGET_DIR:-../../target}/debug/$1" "$scratch/found-$1" "corpus/$1" "$scratch/$1" \
        -artifact_prefix="artifacts/$1/" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=65536 \
        -print_final_stats=1
}

gather_seeds
RUSTC_WORKSPACE_WRAPPER=$PWD/instrumented.sh cargo build --quiet --locked --package adjutant-fuzz --bins
failed=()
running=0
for target in "${targets[@]}"; do
    if [ "$running" -ge "$(nproc)" ]; then
        wait -n || true
        running=$((running - 1))
    fi
    { fuzz "$target" && touch "$scratch/$target.passed"; } > "$scratch/$target.log" 2>&1 &
    running=$((running + 1))
done
wait

for target in "${targets[@]}"; do
    echo "== $target, $seconds s"
    grep -vE '^#[0-9]+\s+(NEW|REDUCE|RELOAD|pulse)' "$scratch/$target.log" | tail -n 40
    [ -e "$scratch/$target.passed" ] || failed+=("$target")
done
[ ${#failed[@]} -eq 0 ] || { echo "an input was found that fails: ${failed[*]}"; exit 1; }
