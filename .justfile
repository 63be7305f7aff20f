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
    ADJUTANT_SOAK_GAMES={{GAMES}} ADJUTANT_SOAK_FROM={{FROM}} cargo test --test suite soak

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
