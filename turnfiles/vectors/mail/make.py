#!/usr/bin/env python3
"""Writes the mails of this folder, as the mail programs named would: python3 turnfiles/vectors/mail/make.py

Each mail NAME.eml or NAME.mbox has a file NAME.out beside it: what program and fault it shows, and the turn file that
must come out, which is written here and never by the program under test. What must be said of the mail (lines with
`taken`, `note`, `warning`, `error`) is kept as it stands in NAME.out. Mails of make.mjs are left alone.

Only Python's standard library is used, for MIME where a mail is whole, and bytes by hand where it is not.
"""

import base64
import pathlib
import quopri
import re
from email.message import EmailMessage
from email.policy import SMTP

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ORDERS = (ROOT / "examples/battle/red.turn").read_text(encoding="utf-8")
HEAD = ORDERS.splitlines()[0]
# An older turn file, which travels along in what is quoted.
OLD = re.sub(r"step 7 red \S+", "step 5 red AAAA-AAAA-A", HEAD) + "\n\n0705→0706\nEND"
# The orders as they are played, and as the turn file comes out in canonical spelling.
LINES = ["0804→0805", "0705,0805 x 0806 advance 0805", "0803→0804", "0605→0606"]
CANONICAL = f"{HEAD}\n\n0605→0606\n0803→0804\n0804→0805\n0705,0805 x 0806 advance 0805\nEND\n"
REPORT = [
    "first-game, step 6: blue moves, attacks and advances",
    "- Blue armoured 0706→0806.",
    "",
]
BLANK = [HEAD, "", "# 0605 may go to 0606, 0607", "# pass does nothing", ""]
BLUE = "Bo <bo@example.org>"
RED = "Ann <ann@example.org>"

made = set()


def write(name, client, fault, data, orders=CANONICAL):
    """Writes a mail and what must come out of it; `orders` is empty where nothing must."""
    made.add(name)
    kind = "mbox" if data.startswith(b"From ") else "eml"
    (HERE / f"{name}.{kind}").write_bytes(data)
    out = HERE / f"{name}.out"
    said = []
    if out.exists():
        head = out.read_text(encoding="utf-8").split("\n\n", 1)[0].splitlines()
        said = [line for line in head if not line.startswith(("client:", "fault:"))]
    lines = [f"client: {client}", f"fault: {fault}", *said, "", orders.rstrip("\n")]
    out.write_text("\n".join(lines).rstrip("\n") + "\n\n" * (not orders) + "\n" * bool(orders), encoding="utf-8")


def escaped(line):
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(" (?= )|^ ", "&nbsp;", line)


class Client:
    """How one family of mail programs writes. A mail is a list of pieces: (kind, lines), of the kinds own and quote."""

    name = ""
    headers = {}
    arrow = "->"
    charset, encoding, params = "utf-8", "quoted-printable", {}
    html_line = "<div>{}</div>"
    quote_open, quote_close = "<blockquote>", "</blockquote>"
    announce = "On Mon, 30 Nov 2026 at 10:11, Bo <bo@example.org> wrote:"
    forward = ["---------- Forwarded message ---------", f"From: {RED}", "Date: Mon, 30 Nov 2026 at 09:00",
               "Subject: my turn", f"To: {BLUE}", ""]
    attachment = ("application", "octet-stream", "base64")
    is_quoting = True
    width = 78
    signature = ["-- ", "Ann, tel. 0705 0805"]

    def typed(self, lines=None):
        return [line.replace("→", self.arrow) for line in lines or LINES]

    def turn(self, end=True):
        return [HEAD, "", *self.typed(), *(["END"] if end else [])]

    def plain(self, pieces):
        lines = []
        for kind, text in pieces:
            marked = kind == "quote" and self.is_quoting
            lines += [("> " + line).rstrip() if marked else line for line in text]
        return "\n".join(lines) + "\n"

    def html(self, pieces):
        out = []
        for kind, text in pieces:
            body = "\n".join(self.html_line.format(escaped(line) or "<br>") for line in text)
            out.append(body if kind == "own" else f"{self.quote_open}{body}{self.quote_close}")
        return "<html><body>" + "\n".join(out) + "</body></html>\n"

    def announced(self):
        return [("own", [self.announce, ""])]

    def mail(self, pieces, sender=RED, html=True, attached=None, plain=True):
        message = EmailMessage(policy=SMTP)
        message["From"] = sender
        message["To"] = BLUE if sender == RED else "referee@example.org"
        message["Subject"] = "Re: first-game, step 7"
        message["Date"] = "Mon, 30 Nov 2026 10:30:00 +0100"
        message["Message-ID"] = "<reply-7@example.org>"
        message["In-Reply-To"] = "<report-6@example.org>"
        for name, value in self.headers.items():
            message[name] = value
        text = self.plain(pieces)
        if plain:
            message.set_content(text, charset=self.charset_of(text), cte=self.encoding, params=self.params)
            if html and self.html_line:
                message.add_alternative(self.html(pieces), subtype="html", cte=self.encoding)
        else:
            message.set_content(self.html(pieces), subtype="html", cte=self.encoding)
        if attached:
            major, minor, encoding = self.attachment
            if major == "text":
                message.add_attachment(attached, subtype=minor, filename="red.turn", cte=encoding)
            else:
                message.add_attachment(attached.encode(), major, minor, filename="red.turn", cte=encoding)
        self.name_boundaries(message)
        return message.as_bytes()

    def charset_of(self, text):
        try:
            text.encode(self.charset)
            return self.charset
        except UnicodeEncodeError:
            return "utf-8"

    def name_boundaries(self, message):
        for number, part in enumerate(p for p in message.walk() if p.is_multipart()):
            part.set_boundary(self.boundary.format(number))

    boundary = "=_part_{}_1234"

    # The faults that every family has.

    def top(self):
        """A whole turn file above the quoted report."""
        return self.mail([("own", ["Hi Bo,", "", *self.turn(), "", "Cheers, Ann", ""]), *self.announced(),
                          ("quote", [*REPORT, *BLANK, "END"])])

    def inline(self):
        """Orders typed into the quoted blank turn file."""
        return self.mail([("own", ["Here they are:", ""]), *self.announced(), ("quote", [*REPORT, *BLANK]),
                          ("own", self.typed()), ("quote", ["END"])])

    def loose(self):
        """Orders above the quote, without a first line."""
        return self.mail([("own", ["Hi Bo,", "", *self.typed(), "END", "", "Ann", ""]), *self.announced(),
                          ("quote", [*REPORT, *BLANK, "END"])])

    def forwarded(self):
        """Bo forwards the mail of Ann."""
        return self.mail([("own", ["This came from Ann.", "", *self.forward, *self.turn(), ""])], sender=BLUE)

    def attached(self):
        """The turn file is attached; the text only says so."""
        return self.mail([("own", ["My turn is attached.", ""]), *self.announced(), ("quote", [*REPORT, *BLANK, "END"])],
                         attached="\n".join(self.turn()) + "\n")

    def old(self):
        """An older turn file travels along in the quote."""
        return self.mail([("own", [*self.turn(), ""]), *self.announced(), ("quote", ["Thanks!", "", *OLD.split("\n"), ""])])

    def punctuation(self):
        """What keyboards and word processors make of signs."""
        lines = ["0804 – 0805", "0705, 0805 × 0806 advance 0805", "0803 —> 0804", "0605\u00a0⇒\u00a00606"]
        return self.mail([("own", [HEAD, "", *lines, "END", "", "That\u2019s it\u2026"])])

    def html_only(self):
        """There is no plain text."""
        return self.mail([("own", ["Hi Bo,", "", *self.turn(), "", "Ann"]), *self.announced(),
                          ("quote", [*REPORT, *BLANK, "END"])], plain=False)

    def wrapped(self):
        """A line is longer than the program lets lines be."""
        attack = "0705, 0805         attacks 0806            with all there is            advance 0805"
        attack = attack.replace("with all there is", "                 ")
        typed = self.typed()
        lines = [HEAD, "", typed[0], *self.wrap(attack), *typed[2:], "END"]
        return self.mail([("own", lines)], html=False)

    def wrap(self, line):
        at = line.rfind(" ", 0, self.width)
        return [line[:at].rstrip(), line[at + 1:].lstrip()]

    def signed(self):
        """A signature with digits below a turn file without END."""
        return self.mail([("own", [*self.turn(end=False), "", *self.signature])])


class Gmail(Client):
    name = "gmail-web"
    headers = {"X-Gm-Message-State": "AOJu0Yx"}
    html_line = '<div dir="ltr">{}</div>'
    quote_open = '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">'
    boundary = "000000000000{}5f2b3e0612a4c9d8"


class OutlookDesktop(Client):
    name = "outlook-desktop"
    headers = {"X-Mailer": "Microsoft Outlook 16.0", "Thread-Index": "AQHb"}
    charset = "us-ascii"
    html_line = '<p class="MsoNormal">{}<o:p></o:p></p>'
    is_quoting = False
    announce = "-----Original Message-----"
    quote_open, quote_close = '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">', "</div>"
    forward = ["-----Original Message-----", f"From: {RED}", "Sent: Monday, 30 November 2026 09:00", f"To: {BLUE}",
               "Subject: my turn", ""]
    boundary = "----=_NextPart_00{}_0007_01DC61E2.5B8F3A10"
    width = 76

    def announced(self):
        return [("own", [self.announce, f"From: {BLUE}", "Sent: Monday, 30 November 2026 10:11", f"To: {RED}",
                         "Subject: first-game, step 7", ""])]


class OutlookWeb(OutlookDesktop):
    name = "outlook-web"
    headers = {"Accept-Language": "de-DE", "X-MS-Has-Attach": ""}
    charset, encoding = "iso-8859-1", "quoted-printable"
    html_line = '<div style="font-family: Aptos, sans-serif; font-size: 12pt">{}</div>'
    announce = "________________________________"
    boundary = "_00{}_AM0PR07MB1234eurprd07prod"
    forward = ["________________________________", f"Von: {RED}", "Gesendet: Montag, 30. November 2026 09:00",
               f"An: {BLUE}", "Betreff: mein Zug", ""]

    def announced(self):
        return [("own", [self.announce, f"Von: {BLUE}", "Gesendet: Montag, 30. November 2026 10:11", f"An: {RED}",
                         "Betreff: first-game, step 7", ""])]


class AppleMail(Client):
    name = "apple-mail"
    headers = {"X-Mailer": "Apple Mail (2.3776.700.51)"}
    arrow = "→"
    html_line = "<div>{}</div>"
    quote_open = '<blockquote type="cite">'
    announce = "On 30 Nov 2026, at 10:11, Bo <bo@example.org> wrote:"
    attachment = ("application", "octet-stream", "base64")
    boundary = "Apple-Mail={}0B5C3F1A-7E2D-4C5B"
    forward = ["Begin forwarded message:", ""]

    def forwarded(self):
        head = [f"From: {RED}", "Subject: my turn", "Date: 30 November 2026 at 09:00:00 CET", f"To: {BLUE}", ""]
        return self.mail([("own", self.forward), ("quote", [*head, *self.turn()])], sender=BLUE)


class IosMail(AppleMail):
    name = "ios-mail"
    headers = {"X-Mailer": "iPhone Mail (23A344)"}
    arrow = "–>"
    encoding = "base64"
    html_line = '<div dir="ltr">{}</div>'
    attachment = ("text", "plain", "base64")
    signature = ["", "Sent from my iPhone"]

    def signed(self):
        return self.mail([("own", [*self.turn(), *self.signature])])


class Thunderbird(Client):
    name = "thunderbird"
    headers = {"User-Agent": "Mozilla Thunderbird"}
    encoding, params = "8bit", {"format": "flowed"}
    html_line = "{}<br>"
    quote_open = '<blockquote type="cite" cite="mid:report-6@example.org">'
    announce = "Am 30.11.2026 um 10:11 schrieb Bo:"
    attachment = ("text", "plain", "base64")
    boundary = "------------{}Yk3mJ0sV9qWb"
    forward = ["-------- Weitergeleitete Nachricht --------", "Betreff: mein Zug", "Datum: Mon, 30 Nov 2026 09:00:00 +0100",
               f"Von: {RED}", f"An: {BLUE}", ""]
    signature = ["-- ", "Ann, Tel. 0705 0805"]

    def wrap(self, line):
        first, rest = super().wrap(line)
        return [first + " ", rest]


class Mutt(Client):
    name = "mutt"
    headers = {"User-Agent": "Mutt/2.2.12"}
    encoding = "8bit"
    html_line = None
    announce = "On Mon, Nov 30, 2026 at 10:11:00AM +0100, Bo wrote:"
    attachment = ("text", "plain", "8bit")
    boundary = "k1PGvbVgC{}nGyd"
    forward = [f"----- Forwarded message from {RED} -----", "", "Date: Mon, 30 Nov 2026 09:00:00 +0100",
               f"From: {RED}", f"To: {BLUE}", "Subject: my turn", ""]

    def html_only(self):
        return None


class K9(Client):
    name = "k9-android"
    headers = {"User-Agent": "K-9 Mail for Android"}
    arrow = "—"
    html_line = "{}<br>"
    quote_open = '<blockquote class="gmail_quote" style="margin: 0pt 0pt 1ex 0.8ex; border-left: 1px solid #729fcf; padding-left: 1ex;">'
    announce = "Den 30 november 2026 10:11:00 CET skrev Bo <bo@example.org>:"
    boundary = "----{}QXZ8WJ2P6M1L0K"
    forward = ["", "-------- Ursprungligt meddelande --------", f"Från: {RED}", f"Till: {BLUE}",
               "Skickat: 30 november 2026 09:00:00 CET", "Ämne: mitt drag", ""]
    signature = ["-- ", "Skickat från min Android-enhet med K-9 Mail. 0705"]


class Yahoo(Client):
    name = "yahoo"
    headers = {"X-Mailer": "WebService/1.1.24 YMailNorrin"}
    is_quoting = False
    html_line = '<div dir="ltr" data-setdir="false">{}</div>'
    quote_open = '<div id="ydp1yahoo_quoted_123" class="ydp1yahoo_quoted yahoo_quoted"><div style="color:#26282a;">'
    quote_close = "</div></div>"
    announce = "    On Monday, November 30, 2026 at 10:11:00 AM GMT+1, Bo <bo@example.org> wrote:  "
    boundary = "----=_Part_{}_123456789.1764500000000"
    forward = ["   ----- Forwarded Message ----- ", f"From: {RED}", f"To: {BLUE}", "Sent: Monday, November 30, 2026",
               "Subject: my turn", ""]
    encoding = "base64"

    def plain(self, pieces):
        return super().plain([(kind, [" " + line for line in text] if kind == "quote" else text) for kind, text in pieces])


class Gmx(Client):
    name = "gmx-german"
    headers = {"X-UI-Message-Type": "mail", "X-Priority": "3"}
    html_line = "<div>{}</div>"
    announce = "Gesendet: Montag, 30. November 2026 um 10:11"
    quote_open = '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;">'
    quote_close = "</div>"
    boundary = "kaesekuchen-{}-1234"
    forward = ["", f"Gesendet: Montag, 30. November 2026 um 09:00", f"Von: {RED}", f"An: {BLUE}", "Betreff: mein Zug", ""]
    attachment = ("text", "plain", "quoted-printable")

    def announced(self):
        return [("own", [self.announce, f"Von: {BLUE}", f"An: {RED}", "Betreff: first-game, step 7"])]


CLIENTS = [Gmail, OutlookDesktop, OutlookWeb, AppleMail, IosMail, Thunderbird, Mutt, K9, Yahoo, Gmx]
FAULTS = ["top", "inline", "loose", "forwarded", "attached", "old", "punctuation", "html-only", "wrapped", "signed"]
# Where a program quotes what its user must not have executed, nothing comes out.
QUOTED = {("apple-mail", "forwarded"), ("ios-mail", "forwarded")}


def families():
    for family in CLIENTS:
        client = family()
        for fault in FAULTS:
            data = getattr(client, fault.replace("-", "_"))()
            if data is not None:
                nothing = (client.name, fault) in QUOTED
                write(f"{client.name}.{fault}", client.name, fault, data, "" if nothing else CANONICAL)


def table(rest):
    """The table of README.md."""
    rows = [f"| Fault | {' | '.join(f().name for f in CLIENTS)} |", "| --- |" + " --- |" * len(CLIENTS)]
    for fault in FAULTS:
        cells = []
        for family in CLIENTS:
            name = f"{family.name}.{fault}"
            cells.append(f"`{name}`" if name in made else "–")
        rows.append(f"| {fault} | {' | '.join(cells)} |")
    rows += ["", "| Fault | Mail |", "| --- | --- |"]
    rows += [f"| {fault} | `{name}` |" for name, fault in rest]
    readme = HERE / "README.md"
    before = readme.read_text(encoding="utf-8").split("<!-- table -->")[0]
    readme.write_text(before + "<!-- table -->\n\n" + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    import singles

    families()
    table(singles.write_all(write))
