"""Checks what game files hold beside their history, in games that keep secrets, without the program that wrote them.

Usage: python3 examples/verify_secrets_by_hand.py FILE.yaml ...    Exit code 0 if all hold, 3 if one does not.
Written from turnfiles/README.md, with Python's standard library and verify_by_hand.py beside it, which checks the
history. Of a seat's copy it checks every hash and seal that concerns that seat; of the referee's or a published file
the hidden secret and every seal. Several files of one game must have one history, or beginnings of it. Given a
published file, it also checks that each copy's salts are made of the referee's second secret.
"""
import json, sys
sys.dont_write_bytecode = True  # nothing is left behind
from verify_by_hand import H, canonical, demand, parts_of, same, verdict

def openings_of(text):
    """The lines of the block `openings: |`, which ends where the history begins."""
    front, _, _ = text.partition("\nhistory:")
    _, found, block = front.partition("\nopenings: |\n")
    return [json.loads(line) for line in block.split("\n") if line.strip()] if found else []

class File:
    def __init__(self, path):
        said, code = verdict(path)
        demand(code == 0, said)
        text = open(path, encoding="utf-8-sig").read()
        self.path, self.lines, self.openings = path, parts_of(text)[1], openings_of(text)
        self.entries = [json.loads(line) for line in self.lines]
        self.game = H("entry", self.lines[0])
        self.hidden = next((o["hidden"] for o in self.openings if "hidden" in o), None)
        self.checked = 0

    def secret(self):
        """The referee's second secret, here or published, against what he committed to."""
        published = next((e["hidden"] for e in self.entries if e["kind"] == "published"), None)
        secret = self.hidden or published
        if secret:
            tip = next(e["hidden"] for e in self.entries if e["kind"] == "joined" and "hidden" in e)
            same("the commitment to the hidden secret", tip, H("hidden-tip", self.game, secret))
            same("the published secret", published or secret, secret)
        return secret

    def check(self):
        secret = self.secret()
        seats = {opening["seat"] for opening in self.openings}
        demand(self.hidden or len(seats) < 2, "a copy opens what several seats may know")
        for opening in self.openings:
            if "entry" not in opening:
                continue
            number, seat = opening["entry"], opening["seat"]
            entry = self.entries[number]
            if "orders" in opening:
                parts = (entry["step"], "orders", seat, opening["salt"], canonical(opening["orders"]))
                same(f"entry {number}, {seat}'s seal", entry["seals"][seat], H("seal", self.game, *parts))
            else:
                parts = (number, seat, opening["salt"], canonical(opening["value"]))
                same(f"entry {number}, what {seat} was told", entry["private"][seat], H("hidden", self.game, *parts))
                if secret:
                    same(f"entry {number}, {seat}'s salt", opening["salt"], H("salt", secret, number, seat))
            self.checked += 1
        self.must_be_whole(seats)

    def must_be_whole(self, seats):
        """Nothing is left out of what a holder must have been told."""
        there = {(o["entry"], o["seat"], "orders" in o) for o in self.openings if "entry" in o}
        for number, entry in enumerate(self.entries):
            for seat in entry.get("seals", {}) if entry["kind"] != "voided" else {}:
                demand((number, seat, True) in there or seat not in seats and not self.hidden,
                       f"entry {number}: what {seat} has sealed is not opened")
            for seat in entry.get("private", {}):
                demand((number, seat, False) in there or seat not in seats or self.hidden,
                       f"entry {number}: what {seat} was told is left out")

def main(paths):
    files = []
    for path in paths:
        try:
            files.append(File(path))
            files[-1].check()
            print(f"OK {path}: {files[-1].checked} openings fit the history")
        except Exception as why:  # a file from elsewhere may hold anything
            print(f"{path}: {why if isinstance(why, (ValueError, OSError)) else repr(why)}")
            return 3
    longest = max(files, key=lambda file: len(file.lines))
    secret = longest.secret()
    for file in files:
        if file.game != longest.game:
            continue
        if file.lines != longest.lines[:len(file.lines)]:
            print(f"{file.path} and {longest.path} fork")
            return 3
        for o in file.openings if secret else []:
            if "value" in o and o["salt"] != H("salt", secret, o["entry"], o["seat"]):
                print(f"{file.path}: entry {o['entry']}: the salt is not of the published secret")
                return 3
    return 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
