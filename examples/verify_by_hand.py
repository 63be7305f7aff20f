"""Checks the chain and the dice of game files without the program that wrote them.

Usage: python3 examples/verify_by_hand.py GAME.yaml ...    Exit code 0 if all files hold, 3 if one does not.
Written from turnfiles/README.md, with Python's standard library alone, to be read whole. It checks canonical lines,
hashes, step numbers, who adds links and opens seals, chains, seals, labels, dice, draws; no rules, no signatures.
"""
import hashlib, json, re, struct, sys

CHAIN = 16384  # the links of a seat
KINDS = "terms", "joined", "locked", "voided", "resolved", "conceded", "drawn", "published"

def demand(holds, what):
    if not holds:
        raise ValueError(what)
def same(what, recorded, true):
    demand(canonical(recorded) == canonical(true), f"{what}: recorded {canonical(recorded)}, true {canonical(true)}")
def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
def H(tag, *parts):
    return hashlib.sha256("".join(f"{p}\n" for p in (f"adjutant/1 {tag}", *parts)).encode("ascii")).hexdigest()

def is_plain(value, depth=0):
    """Whether a value may stand in a canonical line."""
    if isinstance(value, dict):
        return all(key.isascii() for key in value) and is_plain(list(value.values()), depth)
    if isinstance(value, list):
        return depth < 32 and all(is_plain(item, depth + 1) for item in value)
    is_text = isinstance(value, str) and not re.search("[\ud800-\udfff]", value)  # no half of a surrogate pair
    return is_text or isinstance(value, int) and abs(value) < 2**53

def parts_of(text):
    """What stands at `head`, and the lines of the history, found by lines before anything reads YAML."""
    front, _, history = f"\n{text}".partition("\nhistory:")
    style, *lines = history.split("\n")
    lines = [line for line in lines if line.strip()]
    indent = re.match(" *", "".join(lines)).group()
    is_whole = all(line.startswith(indent + "{") and line.endswith("}") for line in lines)
    demand(lines and is_whole and re.fullmatch(r" *\|[-+]? *", style), "there is no `history: |` of whole lines")
    return re.findall('^head: "?([0-9a-f]*)"? *$', front, re.MULTILINE), [line[len(indent):] for line in lines]

def words(key):
    """The ChaCha20 key stream of a roll key, as 32-bit numbers."""
    for counter in range(2**64):
        start = struct.unpack("<16I", b"expand 32-byte k" + bytes.fromhex(key) + struct.pack("<QQ", counter, 0))
        s = list(start)
        for turn, i in 10 * [(turn, i) for turn in (0, 1) for i in range(4)]:  # the columns, then the diagonals
            a, b, c, d = i, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4
            for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[x] = (s[x] + s[y]) % 2**32
                s[z] = ((s[z] ^ s[x]) << by | (s[z] ^ s[x]) >> 32 - by) % 2**32
        yield from ((x + y) % 2**32 for x, y in zip(start, s))

def below(n, stream):
    demand(0 < n <= 2**32, f"nothing falls among {n}")
    return next(word for word in stream if word < 2**32 // n * n) % n

class Game:
    head, need, dice, tip = "-", {"step": 0}, 0, None
    known, fixed, ahead = {}, {}, {}  # by seat: step and newest link; locked orders or seal; reactions
    def take(self, line):
        entry = json.loads(line, parse_float=int, parse_constant=int)  # int() refuses fractions and NaN
        demand(is_plain(entry) and canonical(entry) == line and len(line) <= 2**20, "the line is not canonical")
        kind, step = entry["kind"], entry["step"]
        same("prev", entry["prev"], self.head)
        same("step", step, self.need["step"])
        fits = kind in KINDS and (kind == "terms") == (self.head == "-") and (kind in KINDS[:2]) == (step == 0)
        demand(fits, f"an entry of the kind {kind} does not belong here")
        self.head = H("entry", line)
        same("the next step", entry["need"]["step"], getattr(self, kind)(entry, step))
        self.need = entry["need"]
    def terms(self, entry, _):
        self.id, self.mode, self.seats, self.seed = self.head, entry["dice"], entry["seats"], entry.get("seed")
        return 0
    def joined(self, entry, _):
        demand(entry["seat"] in set(self.seats) - set(self.known), f"{entry['seat']} cannot join")
        self.known, self.tip = {**self.known, entry["seat"]: (0, entry["tip"])}, entry.get("hidden", self.tip)
        return int(len(self.known) == len(self.seats))
    def locked(self, entry, step):
        demand(not self.fixed, "orders of this step were locked before")
        same("who is left to add a link", entry["need"]["links"], self.need["links"])
        self.fixed, self.fixed_in = {**entry["orders"], **entry["seals"]}, step
        return step
    def voided(self, entry, step):  # what was locked stands, if the game goes on, but for that of the seat concerned
        seat, stands = entry.get("seat", "-"), {**entry.get("orders", {}), **entry.get("seals", {})}
        drops = entry["why"] == "take-back" or entry["need"]["caster"] == "-"
        held, self.fixed = {} if drops else self.fixed, stands
        self.ahead = {} if entry["why"] == "take-back" else {s: a for s, a in self.ahead.items() if s != seat}
        same("what stays locked", {**stands, seat: "-"}, {**held, seat: "-"})
        self.known.update({seat: (0, entry["tip"])} if "tip" in entry else {})
        spent = max([step, *(consent["highest"] for consent in entry.get("consents", {}).values())])
        demand(spent <= step + 16, f"step {spent} is too far beyond the open one")
        return 1 + spent
    def resolved(self, entry, step):
        links, opened = entry["links"], entry.get("openings", {})
        is_word, is_open, must = entry["kind"] != "resolved", "private" not in entry, self.need.get("opens", [])
        sealed = {s for s, what in self.fixed.items() if is_open and isinstance(what, str)}
        same("who adds links", sorted(links), sorted([] if is_word and not links else self.need["links"]))
        same("who opens seals", sorted(opened), sorted(opened if is_word else sealed.union(must)))
        for seat, reached in links.items():
            at, newest = self.known[seat]
            for i in range(CHAIN - step + 1, CHAIN - at + 1):
                reached = H("link", self.id, seat, i, reached)
            same(f"{seat}'s link for step {step}, hashed forward to step {at}", reached, newest)
            self.known[seat] = step, links[seat]
        for seat, opening in opened.items():
            seal, *slot = (self.fixed[seat], self.fixed_in, "orders") if seat in sealed else self.ahead[seat]
            parts = (*slot, seat, opening["salt"], canonical(opening["orders"]))
            same(f"{seat}'s seal", seal, H("seal", self.id, *parts))
        left, new = [(s, a) for s, a in self.ahead.items() if s not in must], entry.get("reactions", {})
        self.ahead = dict(left + [(s, (seal, step, "reactions")) for s, seal in new.items()])
        parts = [f"{seat}={links[seat]}" for seat in self.seats if seat in links]
        self.roll(entry["rolls"], step, [f"open={self.seed}"] if self.mode == "open" else parts)
        self.fixed = {}
        return step + 1
    conceded = drawn = resolved
    def published(self, entry, step):
        same("the commitment to the hidden secret", self.tip, H("hidden-tip", self.id, entry["hidden"]))
        return step
    def roll(self, rolls, step, parts):
        demand(parts or not rolls, "there are rolls, and nothing that they could come from")
        key, labels = H("step", self.id, step, *parts), [roll["label"] for roll in rolls]
        for roll, label in zip(rolls, labels):
            name, is_label = f"step {step}, {label!r}", re.fullmatch("[!-~]([ -~]{0,78}[!-~])?", label)
            demand(is_label and labels.count(label) == 1, f"{name}: the label is malformed or there twice")
            stream = words(H("roll", key, label))
            if "die" in roll:
                same(name, roll["results"], [1 + below(roll["die"], stream) for _ in roll["results"]])
            else:
                same(f"{name}, the list", roll["list"], sorted(roll["list"]))
                same(name, roll["result"], roll["list"][below(len(roll["list"]), stream)])
            self.dice += len(roll.get("results", "1"))

def verdict(path):  # what to say of a file, and the exit code
    game, place = Game(), ""
    try:
        heads, lines = parts_of(open(path, encoding="utf-8-sig").read())  # takes a byte order mark and CRLF
        for number, line in enumerate(lines):
            place = f"entry {number}: "
            game.take(line)
        same("head", heads, [game.head])
        return f"OK {path}: chain and {game.dice} dice hold; rules are not checked", 0
    except Exception as why:  # a file from elsewhere may hold anything
        return f"{path}: {place}{why if isinstance(why, (ValueError, OSError)) else repr(why)}", 3

if __name__ == "__main__":
    verdicts = [verdict(path) for path in sys.argv[1:]]
    print(*(said for said, _ in verdicts), sep="\n")
    sys.exit(max((code for _, code in verdicts), default=__doc__))
