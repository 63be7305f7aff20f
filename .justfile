# List the recipes
default:
    @just --list

# Run all tests
test *ARGS:
    cargo test {{ARGS}}

# Check format and lints
lint:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings

# Build the documentation
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps

# Measure random play
bench:
    cargo bench --bench play

# Play many random games
soak GAMES="20000" FROM="0":
    ADJUTANT_SOAK_GAMES={{GAMES}} ADJUTANT_SOAK_FROM={{FROM}} \
        cargo test --release --test suite -- --nocapture random_games random_field random_expeditions

# Hold states side by side that differ in what a seat cannot know, and search games for secrets
leaks PAIRS="10000" GAMES="1000":
    ADJUTANT_LEAK_PAIRS={{PAIRS}} ADJUTANT_LEAK_GAMES={{GAMES}} \
        cargo test --release --test suite -- --nocapture leaks

# Mangle every letter of the recorded games in every way and pair of ways
mangle:
    ADJUTANT_MANGLE=full cargo test --release --test suite -- --nocapture mangled_mails

# Fuzz each reader for so many seconds
fuzz SECONDS="900":
    tests/fuzz/run.sh {{SECONDS}}

# Switch rules off one by one and see a case fail
mutants:
    tests/mutants/run.sh

# Make the example game and the recorded games again, after a change that was meant
bless:
    .ci/bless
    ADJUTANT_RECORD=1 cargo test --test suite recorded

# Check everything, as it must pass before a change is taken
ci:
    .ci/run
