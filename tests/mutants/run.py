"""Applies the mutants one by one to a copy of the sources and runs the rule cases.

A mutant is killed if at least one failing case is of the mutant's own section of its own game. The copy and its
build live in a folder of their own (MUTANTS_DIR, else below the system's temporary folder) and are kept, so that a
second run builds only what differs. Exit status 1 if a mutant survives.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ.get("MUTANTS_DIR") or pathlib.Path(tempfile.gettempdir()) / "adjutant-mutants")
COPY = WORK / "source"
LISTS = sorted((ROOT / "tests/mutants").glob("*.mutants"))
# No optimisation: a mutant is built more often than it is run.
PROFILE = {
    "CARGO_TARGET_DIR": str(WORK / "target"),
    "CARGO_INCREMENTAL": "1",
    "CARGO_PROFILE_DEV_OPT_LEVEL": "0",
    "CARGO_PROFILE_DEV_DEBUG": "0",
    "RUSTFLAGS": "-Awarnings",
    "RUST_BACKTRACE": "0",
}
FAILED = re.compile(r"^FAILED (\S+ \S+) ", re.MULTILINE)


def read(path):
    """The mutants of a list, which is called after its game: game and section, title, file, from, to."""
    game = path.stem.partition("-")[0]
    mutants, word = [], None
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("  "):
            mutants[-1][word].append(line[2:])
            continue
        word, _, rest = line.partition(" ")
        if word == "MUTANT":
            section, _, title = rest.partition(" ")
            mutants.append({"section": f"{game} {section}", "title": title, "FROM": [], "TO": []})
        elif word == "FILE":
            mutants[-1]["file"] = rest
    return mutants


def write(path, text):
    """Writes only what differs, so that nothing is built twice."""
    content = text.encode() if isinstance(text, str) else text
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def copy():
    """Copies the sources; of the suite only the rule cases, without the crates that only other tests need."""
    wanted = set()
    for folder in ["src", "tests/suite/rules", "turnfiles/rules"]:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file():
                wanted.add(COPY / path.relative_to(ROOT))
                write(COPY / path.relative_to(ROOT), path.read_bytes())
    for folder in ["src", "tests/suite/rules", "turnfiles/rules"]:
        for path in sorted((COPY / folder).rglob("*")):
            if path.is_file() and path not in wanted:
                path.unlink()
    write(COPY / "tests/suite/rules.rs", (ROOT / "tests/suite/rules.rs").read_text(encoding="utf-8"))
    write(COPY / "tests/suite/main.rs", "mod rules;\n")
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    write(COPY / "Cargo.toml", "".join(kept(manifest)))
    if not (COPY / "Cargo.lock").exists():
        shutil.copy(ROOT / "Cargo.lock", COPY / "Cargo.lock")
    for name in ["README.md", "rust-toolchain.toml"]:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, COPY / name)


def kept(manifest):
    """The sections of a manifest that the rule cases need: no program, no other tests, no workspace, no profiles."""
    for section in re.split(r"(?m)^(?=\[)", manifest):
        name = section.split("\n", 1)[0]
        is_other_test = name == "[[test]]" and '"suite"' not in section
        if not (is_other_test or name.startswith(("[[bin", "[[bench", "[dev-dep", "[profile", "[workspace"))):
            yield section.replace("[package]\n", "[package]\nautobins = false\n", 1)


def run_cases(limit):
    """Whether it builds, what it printed, the games and sections of the cases that fail."""
    command = ["cargo", "test", "--quiet", "--test", "suite", "rules::every_case_holds"]
    environment = {**os.environ, **PROFILE}
    process = subprocess.Popen(
        command,
        cwd=COPY,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # the cases outlive the cargo that runs them
        process.wait()
        return False, "it does not come to an end", []
    return "could not compile" not in output, output, FAILED.findall(output)


def judge(mutant):
    """What becomes of one mutant, in words; empty if it is killed by a case of its own section."""
    path = COPY / mutant["file"]
    original = path.read_text(encoding="utf-8")
    old, new = "\n".join(mutant["FROM"]), "\n".join(mutant["TO"])
    if original.count(old) != 1:
        return f"its text stands {original.count(old)} times", []
    try:
        path.write_text(original.replace(old, new), encoding="utf-8")
        built, output, failed = run_cases(600)
    finally:
        path.write_text(original, encoding="utf-8")
    if not built:
        return "does not build:\n" + output[-2000:], failed
    if mutant["section"] in failed:
        return "", failed
    return ("only other sections notice" if failed else "survives"), failed


def main():
    words = sys.argv[1:]
    mutants = [mutant for path in LISTS for mutant in read(path)]
    chosen = [m for m in mutants if not words or any(w in f"{m['section']} {m['title']}" for w in words)]
    start = time.monotonic()
    copy()
    built, output, failed = run_cases(3600)  # this builds all that the program rests on
    if not built or failed or "1 passed" not in output:
        sys.exit("the cases do not hold without any mutant:\n" + output[-4000:])
    print(f"without mutants all cases hold ({time.monotonic() - start:.0f} s)", flush=True)
    alive = 0
    for mutant in chosen:
        began = time.monotonic()
        fate, failed = judge(mutant)
        alive += bool(fate)
        own = failed.count(mutant["section"])
        took = time.monotonic() - began
        print(
            f"{'ALIVE ' if fate else 'killed'} {mutant['section']:12} {own:3} of {len(failed):3} "
            f"{took:4.0f} s  {mutant['title']}{': ' + fate if fate else ''}",
            flush=True,
        )
    minutes = (time.monotonic() - start) / 60
    print(f"{len(chosen) - alive} of {len(chosen)} mutants are killed by a case of their section ({minutes:.1f} min)")
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
