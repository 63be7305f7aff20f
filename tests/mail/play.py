"""Plays a game of each kind by mail alone: two players who reply and send, and a referee's account that filters.

Needs root, and smtpd (OpenSMTPD), maildrop and reformail. Whatever is missing is a failure.
"""

import email
import email.policy
import os
import pathlib
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMTPD = "/usr/sbin/smtpd"
SENDMAIL = "/usr/sbin/sendmail"
# A mail system's queue outlives it: what an earlier run has left there must not come to the accounts of this one.
PREFIX = f"adjutant-{os.getpid()}-"
REFEREE = PREFIX + "game"
# How long a mail may take from being sent to being answered.
PATIENCE = 60
# After so many steps the seat that is asked gives up, so that every game comes to an end.
LONGEST = 24

GAMES = {
    "skirmish": ["battle", "--scenario", "basic"],
    "nyen": ["batalj", "--scenario", "battle"],
    "raid": ["batalj", "--scenario", "plundering"],
    "realm": ["batalj", "--scenario", "campaign"],
    "mist": ["battle", "--scenario", "basic", "--set", "fog-of-war=yes", "--dice", "referee"],
    "sarai": ["battue", "--scenario", "ready", "--set", "first=listed", "--dice", "referee"],
}
SEATS = {"battle": ["red", "blue"], "batalj": ["sture", "grip"], "battue": ["red", "blue"]}

CONFIG = """\
listen on 127.0.0.1 port {port} hostname localhost
action "deliver" mda "/usr/bin/maildrop"
match from any for local action "deliver"
"""

FILTER = """\
# An error of the filter is one of the whole pipe: the mail system delivers the mail again.
SHELL="/bin/bash"
to "| set -o pipefail; {program} post {games} --from {referee}@localhost 2>> {log} | reformail -s {sendmail} -t -oi"
"""


def run(*command, user=None, **more):
    """Runs a command, which must succeed, and returns what it prints."""
    command = [str(part) for part in command]
    if user:
        command = ["runuser", "-u", user, "--", *command]
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Account:
    """A mail account: a user of this machine with a home and a mailbox."""

    def __init__(self, name, folder):
        self.name, self.home = name, folder / name
        run("useradd", "--no-create-home", "--home-dir", self.home, "--shell", "/bin/sh", name)
        self.home.mkdir()
        self.write(".mailfilter", 'to "Maildir"\n')
        for part in ["", "new", "cur", "tmp"]:
            self.folder("Maildir/" + part)
        self.own(self.home)
        self.seen = set()

    def own(self, path):
        user = pwd.getpwnam(self.name)
        os.chown(path, user.pw_uid, user.pw_gid)

    def folder(self, name):
        path = self.home / name
        path.mkdir(exist_ok=True)
        self.own(path)
        return path

    def write(self, name, text):
        path = self.home / name
        path.write_text(text)
        path.chmod(0o600)
        self.own(path)
        return path

    @property
    def address(self):
        return f"{self.name}@localhost"

    def new_mails(self):
        """The mails that came since the last look, oldest first."""
        paths = [p for p in (self.home / "Maildir/new").iterdir() if p not in self.seen]
        self.seen.update(paths)
        paths.sort(key=lambda path: path.stat().st_mtime_ns)
        parse = email.message_from_bytes
        return [parse(path.read_bytes(), policy=email.policy.default) for path in paths]


class MailSystem:
    """OpenSMTPD on loopback, with accounts for the players and the referee."""

    def __init__(self, folder):
        for tool in [SMTPD, SENDMAIL, "/usr/bin/maildrop", "/usr/bin/reformail", "/bin/bash"]:
            if not pathlib.Path(tool).exists():
                sys.exit(f"{tool} is missing: install opensmtpd and maildrop")
        self.folder, self.accounts, self.daemon = folder, {}, None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def add(self, name):
        self.accounts[name] = Account(name, self.folder)
        return self.accounts[name]

    def start(self):
        config = self.folder / "smtpd.conf"
        config.write_text(CONFIG.format(port=self.port))
        self.log = open(self.folder / "smtpd.log", "wb")
        # A group of its own: its children are ended with it.
        self.daemon = subprocess.Popen(
            [SMTPD, "-d", "-f", str(config)], stdout=self.log, stderr=self.log, start_new_session=True
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.daemon.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit("smtpd does not start:\n" + (self.folder / "smtpd.log").read_text())

    def stop(self):
        if self.daemon:
            self.empty_queue()
            os.killpg(self.daemon.pid, signal.SIGTERM)
            self.daemon.wait()
        for name in self.accounts:
            # A delivery may be under way.
            while subprocess.run(["pkill", "-KILL", "-u", name]).returncode == 0:
                time.sleep(0.05)
            subprocess.run(["userdel", "--force", name], check=False)

    def empty_queue(self):
        """Takes out what was not delivered to these accounts."""
        queue = subprocess.run(["smtpctl", "show", "queue"], capture_output=True, text=True).stdout
        for envelope in queue.splitlines():
            if PREFIX in envelope:
                subprocess.run(["smtpctl", "remove", envelope.split("|")[0]], capture_output=True)

    def send(self, account, text):
        """Hands a mail to the mail system, as a mail program does."""
        run(SENDMAIL, "-t", "-oi", user=account.name, input=text)


class Obstacle:
    """Takes the folder of games away until the filter has failed for want of it, and has the mail delivered again."""

    def __init__(self, referee):
        self.folder, self.log = referee.home / "games", referee.home / "filter.log"
        self.log.unlink(missing_ok=True)
        self.away = referee.home / "away"
        self.folder.rename(self.away)

    def take_out(self):
        """Gives the folder back once it was missed, and hurries the mail system until the mails have come."""
        if not self.log.exists() or "there is no folder" not in self.log.read_text():
            return
        if self.away.exists():
            self.away.rename(self.folder)
        run("smtpctl", "schedule", "all")
        time.sleep(0.5)


class Player:
    """Reads mails, and answers those that ask by Reply and Send alone."""

    def __init__(self, system, account, program):
        self.system, self.account, self.program = system, account, program
        self.chance = random.Random(account.name)
        self.replies = self.mistakes = 0

    def text_of(self, mail):
        return mail.get_body(("plain",)).get_content()

    def asked(self, text):
        """The head of the turn file that a mail asks for, and whose it is."""
        heads = [line for line in text.splitlines() if line.startswith("ORDERS ")]
        return heads[-1] if heads else None

    def reply(self, mail, orders, style):
        """A reply as mail programs write it: orders above the quote, in it, or below."""
        quote = "".join(f"> {line}\n" for line in self.text_of(mail).splitlines())
        quote = f"On Monday, {mail['From']} wrote:\n{quote}"
        head = self.asked(self.text_of(mail))
        letter = f"{head}\n{orders}\nEND\n"
        if style == "inline":
            above, _, below = quote.rpartition(f"> {head}\n")
            body = f"{above}> {head}\n{orders}\n{below}"
        else:
            body = f"{letter}\n{quote}" if style == "top" else f"{quote}\n{letter}"
        earlier = f"{mail.get('References', '')} {mail['Message-ID']}".split()
        reply = email.message.EmailMessage(policy=email.policy.SMTP.clone(linesep="\n"))
        reply["From"], reply["To"] = self.account.address, mail["From"]
        reply["Subject"] = "Re: " + mail["Subject"]
        reply["In-Reply-To"], reply["References"] = mail["Message-ID"], " ".join(earlier)
        reply["Message-ID"] = f"<{self.replies}.{self.mistakes}@{self.account.name}.localhost>"
        reply.set_content(body)
        if os.environ.get("VERBOSE"):
            print(f"== from {self.account.name}: {orders!r}, {style}")
        self.system.send(self.account, reply.as_string())

    def choose(self, mail, head):
        """Orders that the newest game file allows, picked at random."""
        for part in mail.iter_attachments():
            if part.get_filename("").endswith(".yaml"):
                content = part.get_content()
                text = content if isinstance(content, str) else content.decode()
                self.game = self.account.write("game.yaml", text)
        game = self.game
        seat = head.split()[4]
        lines = []
        for _ in range(12):
            turn = self.account.write("my.turn", "\n".join([head, *lines, "END"]) + "\n")
            ask = [self.program, "legal", game, "--seat", seat, *(["--after", turn] if lines else [])]
            found = subprocess.run([str(a) for a in ask], capture_output=True, text=True)
            legal = [line for line in found.stdout.splitlines() if "concede" not in line and "draw" not in line]
            whole = subprocess.run([self.program, "check", game, turn], capture_output=True).returncode == 0
            if whole and (not legal or lines and self.chance.random() < 0.4):
                break
            if not legal:
                break
            lines.append(self.chance.choice(legal))
        return "\n".join(lines) or "pass"

    def answer(self, mail, step):
        """Answers a mail that asks for orders; the first time with a mistake."""
        head = self.asked(self.text_of(mail))
        if not head:
            return
        # Who is not waited for answers now and then all the same, if he could order something.
        seat = head.split()[4]
        if "You are not asked for orders now" in self.text_of(mail):
            return
        is_asked = "nothing was taken" in mail["Subject"] or seat in mail["Subject"].split("step ")[1].split()
        if not is_asked and self.chance.random() < 0.8:
            return
        orders = "concede" if step > LONGEST else self.choose(mail, head)
        if self.mistakes == 0:
            self.mistakes += 1
            self.reply(mail, "atack everything!", "top")
            return
        self.replies += 1
        self.reply(mail, orders, self.chance.choice(["top", "inline", "bottom"]))


def begin(referee, program, name, players):
    """The referee's account begins a game, and invites the players by mail."""
    rules = GAMES[name]
    seats = SEATS[rules[0]]
    contacts = [f"--seat={seat}={p.account.name} <{p.account.address}>" for seat, p in zip(seats, players)]
    environment = ["env", f"ADJUTANT_KEYS={referee.home / 'keys'}"]
    file = referee.home / f"{name}.begin.yaml"
    run(*environment, program, "new", *rules, "--name", name, *contacts, "-o", file, user=referee.name)
    later = seats[1:] + (["referee"] if "referee" in rules else [])
    for seat in later:
        run(*environment, program, "join", file, "--seat", seat, "-o", file, user=referee.name)
    run("mv", file, referee.home / "games" / f"{name}.yaml", user=referee.name)
    for seat in seats:
        ask = ["mail", f"{referee.home}/games/{name}.yaml", "--seat", seat, "--from", referee.address]
        yield run(*environment, program, *ask, user=referee.name)


def play(system, referee, program, name, players):
    """Plays one game to its end, by mail alone; how many steps and mails it took."""
    for player in players:
        player.mistakes = 0
    for invitation in list(begin(referee, program, name, players)):
        system.send(referee, invitation)
    obstacle = Obstacle(referee)
    mails, steps, over, refused = 0, 0, set(), 0
    until = time.monotonic() + PATIENCE
    while len(over) < len(players):
        if time.monotonic() > until:
            show_logs(system, referee)
            sys.exit(f"{name}: nothing comes any more after {steps} steps and {mails} mails")
        for player in players:
            for mail in player.account.new_mails():
                mails += 1
                until = time.monotonic() + PATIENCE
                subject = mail["Subject"]
                if os.environ.get("VERBOSE"):
                    print(f"== to {player.account.name}: {subject}\n{player.text_of(mail)}")
                if f"[{name}]" not in subject:
                    sys.exit(f"{player.account.name} got a mail about {subject}")
                if "nothing was taken" in subject:
                    refused += 1
                    if not any(sign in player.text_of(mail) for sign in ["━", "game/over"]):
                        sys.exit("a refusal without a place:\n" + player.text_of(mail))
                if "the game is over" in subject:
                    over.add(player.account.name)
                elif "is in" not in subject:
                    steps = max(steps, int(subject.split("step ")[1].split(":")[0]))
                    player.answer(mail, steps)
        if mails <= len(players):
            obstacle.take_out()
        time.sleep(0.02)
    return steps, mails, refused


def show_logs(system, referee):
    print((system.folder / "smtpd.log").read_text()[-3000:])
    print((referee.home / "filter.log").read_text()[-3000:] if (referee.home / "filter.log").exists() else "")


def verify(referee, program, name):
    """Whoever has the last file checks every step of it; hidden ones once they are published."""
    newest = max((referee.home / "games").glob(f"{name}.[0-9]*.yaml"), key=lambda p: p.name)
    if "referee" in GAMES[name]:
        published = referee.home / f"{name}.published.yaml"
        keys = ["env", f"ADJUTANT_KEYS={referee.home / 'keys'}"]
        run(*keys, program, "amend", newest, "--seat", "referee", "--publish", "-o", published, user=referee.name)
        newest = published
    return run(program, "verify", newest).splitlines()[0]


def main():
    built = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/debug/adjutant").resolve()
    if os.geteuid() != 0:
        sys.exit("accounts and a mail system are made here: run it as root")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="adjutant-mail-"))
    folder.chmod(0o755)
    program = folder / "adjutant"
    shutil.copy(built, program)
    system = MailSystem(folder)
    try:
        referee = system.add(REFEREE)
        players = [Player(system, system.add(PREFIX + name), program) for name in ["ann", "bo"]]
        games = referee.folder("games")
        referee.folder("keys")
        filling = dict(program=f"ADJUTANT_KEYS={referee.home}/keys {program}", games=games, referee=REFEREE,
                       sendmail=SENDMAIL, log=referee.home / "filter.log")
        referee.write(".mailfilter", FILTER.format(**filling))
        system.start()
        for name in sys.argv[2:] or GAMES:
            began = time.monotonic()
            steps, mails, refused = play(system, referee, program, name, players)
            if refused < 1:
                sys.exit(f"{name}: a mistake was not answered")
            seconds = time.monotonic() - began
            print(f"{verify(referee, program, name)}\n  {steps} steps by {mails} mails, {refused} refused, {seconds:.0f} s")
    finally:
        system.stop()
        shutil.rmtree(folder)


main()
