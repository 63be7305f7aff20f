"""Plays a game of each kind by mail alone: players who reply and send, each by a mail program of its own, and a referee's
account that filters. All games are played at once, in one folder.

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
import smtplib
import socket
import subprocess
import sys
import tempfile
import time

import programs

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMTPD = "/usr/sbin/smtpd"
SENDMAIL = "/usr/sbin/sendmail"
# A mail system's queue outlives it: what an earlier run has left there must not come to the accounts of this one.
PREFIX = f"adjutant-{os.getpid()}-"
REFEREE = PREFIX + "game"
# How long it may be that no mail comes; a machine may be busy with other things.
PATIENCE = 300
# After so long a mail that could not be delivered is delivered again.
HURRY = 1
# After so many steps, and after so many seconds, the seat that is asked gives up, so that every game comes to an end.
LONGEST = 60
ENOUGH = 100
# In these steps of each game what the filter prints is lost once.
JAMS = [2, 6]

GAMES = {
    "skirmish": ["battle", "--scenario", "basic"],
    "nyen": ["batalj", "--scenario", "battle"],
    "raid": ["batalj", "--scenario", "plundering"],
    "realm": ["batalj", "--scenario", "campaign"],
    "mist": ["battle", "--scenario", "basic", "--set", "fog-of-war=yes", "--dice", "referee"],
    "sarai": ["battue", "--scenario", "ready", "--set", "first=listed", "--dice", "referee"],
}
# Each account has a program, or two habits with one.
ACCOUNTS = {
    "ann": [programs.plain, programs.within],
    "bo": [programs.web],
    "cem": [programs.below],
    "dora": [programs.office],
}
# Who plays which game.
PLAYERS = {
    "skirmish": ["ann", "bo"],
    "nyen": ["cem", "dora"],
    "raid": ["bo", "cem"],
    "realm": ["dora", "ann"],
    "mist": ["ann", "cem"],
    "sarai": ["bo", "dora"],
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
to "| set -o pipefail; {program} post {games} --from {referee}@localhost 2>> {log} | {home}/send"
"""

SEND = """\
#!/bin/sh
# What a mail system does whose queue is full, once for each jam: everything is read, and lost.
if rm {home}/jam 2> /dev/null; then
    cat > /dev/null
    exit 75
fi
exec reformail -s {sendmail} -t -oi
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

    def hurry(self):
        """Has the mails delivered that could not be."""
        subprocess.run(["smtpctl", "schedule", "all"], capture_output=True)

    def send(self, account, mail):
        """Hands a mail to the mail system at its port, as a mail program does."""
        with smtplib.SMTP("127.0.0.1", self.port) as port:
            port.send_message(mail, account.address, [mail["To"].addresses[0].addr_spec])


class Obstacle:
    """Takes the folder of games away until the filter has failed for want of it, and has the mail delivered again."""

    def __init__(self, referee):
        self.folder, self.log = referee.home / "games", referee.home / "filter.log"
        self.away = referee.home / "away"
        self.folder.rename(self.away)

    def take_out(self):
        """Gives the folder back once it was missed."""
        if self.away.exists() and self.log.exists() and "there is no folder" in self.log.read_text():
            self.away.rename(self.folder)


class Seat:
    """One seat in one game: answers the mails that ask, by Reply and Send alone."""

    def __init__(self, system, account, habits, program, game, name):
        self.system, self.account, self.habits, self.program = system, account, habits, program
        self.game, self.name = game, name
        # The same orders every time, as far as dice and mails do not make them others.
        self.chance = random.Random(f"{game.name}.{name}")
        self.file, self.step = account.home / f"{game.name}.{name}.yaml", 0
        self.replies, self.is_over = 0, False

    def text_of(self, mail):
        return mail.get_body(("plain",)).get_content()

    def asked(self, text):
        """The first line of the turn file that a mail asks for."""
        heads = [line for line in text.splitlines() if line.startswith("ORDERS ")]
        return heads[-1] if heads else None

    def reply(self, mail, head, orders):
        self.replies += 1
        habit = self.chance.choice(self.habits)
        if os.environ.get("VERBOSE"):
            print(f"== from {self.name}: {orders!r}, {habit.__name__}")
        letter = f"{head}\n{orders}\nEND\n"
        name = f"{self.file.stem}.{self.replies}"
        text = self.text_of(mail)
        self.system.send(self.account, programs.compose(habit, self.account.address, mail, text, letter, name))

    def keep(self, mail, step):
        """Keeps the game file that comes with a mail, unless a newer one is there."""
        for part in mail.iter_attachments():
            if part.get_filename("").endswith(".yaml") and step >= self.step:
                content = part.get_content()
                self.account.write(self.file.name, content if isinstance(content, str) else content.decode())
                self.step = step

    def choose(self, head):
        """Orders that the newest game file allows, picked at random."""
        lines = []
        for _ in range(12):
            turn = self.account.write("my.turn", "\n".join([head, *lines, "END"]) + "\n")
            ask = [self.program, "legal", self.file, "--seat", self.name, *(["--after", turn] if lines else [])]
            found = subprocess.run([str(a) for a in ask], capture_output=True, text=True)
            legal = [line for line in found.stdout.splitlines() if "concede" not in line and "draw" not in line]
            whole = subprocess.run([self.program, "check", self.file, turn], capture_output=True).returncode == 0
            if whole and (not legal or lines and self.chance.random() < 0.4):
                break
            if not legal:
                break
            lines.append(self.chance.choice(legal))
        return "\n".join(lines) or "pass"

    def answer(self, mail, step):
        """Answers a mail that asks for orders; the first time with a mistake."""
        text = self.text_of(mail)
        head = self.asked(text)
        if not head or "You are not asked for orders now" in text:
            return
        # Who is not waited for answers now and then all the same, if he could order something.
        subject = mail["Subject"]
        is_asked = "nothing was taken" in subject or self.name in subject.split("step ")[1].split()
        if not is_asked and self.chance.random() < 0.8:
            return
        if self.replies == 0:
            self.reply(mail, head, "atack everything!")
        else:
            self.reply(mail, head, "concede" if self.game.is_enough(step) else self.choose(head))


class Game:
    """A game, and what has come of it by mail."""

    def __init__(self, system, referee, program, name):
        self.system, self.referee, self.program, self.name = system, referee, program, name
        self.seats = {}
        for seat, who in zip(SEATS[GAMES[name][0]], PLAYERS[name]):
            account = system.accounts[PREFIX + who]
            self.seats[account.name] = Seat(system, account, ACCOUNTS[who], program, self, seat)
        self.mails = self.steps = self.refused = 0
        self.jams, self.given_up = list(JAMS), False

    def run(self, *command):
        keys = f"ADJUTANT_KEYS={self.referee.home / 'keys'}"
        return run("env", keys, self.program, *command, user=self.referee.name)

    def begin(self):
        """The referee's account begins the game; the invitations."""
        rules = GAMES[self.name]
        contacts = [f"--seat={s.name}={name} <{s.account.address}>" for name, s in self.seats.items()]
        file = self.referee.home / f"{self.name}.begin.yaml"
        self.run("new", *rules, "--name", self.name, *contacts, "-o", file)
        seats = [seat.name for seat in self.seats.values()]
        for seat in seats[1:] + (["referee"] if "referee" in rules else []):
            self.run("join", file, "--seat", seat, "-o", file)
        target = self.referee.home / "games" / f"{self.name}.yaml"
        run("mv", file, target, user=self.referee.name)
        asks = [["mail", target, "--seat", seat, "--from", self.referee.address] for seat in seats]
        return [self.run(*ask) for ask in asks]

    def is_enough(self, step):
        """Whether the game has lasted so long that it is given up."""
        self.given_up |= step > LONGEST or time.monotonic() > self.began + ENOUGH
        return self.given_up

    @property
    def is_over(self):
        return all(seat.is_over for seat in self.seats.values())

    def take(self, account, mail):
        """What comes of a mail about this game, whenever it comes."""
        self.mails += 1
        subject, seat = mail["Subject"], self.seats[account.name]
        if os.environ.get("VERBOSE"):
            print(f"== to {account.name}: {subject}\n{seat.text_of(mail)}")
        if "nothing was taken" in subject:
            self.refused += 1
            if not any(sign in seat.text_of(mail) for sign in ["━", "game/over", "error["]):
                sys.exit("a refusal without a place:\n" + seat.text_of(mail))
        step = int(subject.split("step ")[1].split(":")[0]) if "step " in subject else 0
        self.steps = max(self.steps, step)
        seat.keep(mail, step)
        if "the game is over" in subject:
            seat.is_over = True
        elif "is in" not in subject and not seat.is_over:
            if self.jams and step >= self.jams[0]:
                self.jams.pop(0)
                (self.referee.home / "jam").touch()
            seat.answer(mail, step)

    def verify(self):
        """Whoever has the last file checks every step of it; hidden ones once they are published."""
        games = (self.referee.home / "games").glob(f"{self.name}.[0-9]*.yaml")
        newest = max(games, key=lambda path: path.name)
        if "referee" in GAMES[self.name]:
            published = self.referee.home / f"{self.name}.published.yaml"
            self.run("amend", newest, "--seat", "referee", "--publish", "-o", published)
            newest = published
        return run(self.program, "verify", newest).splitlines()[0]

    def tell(self):
        if self.refused < 1:
            sys.exit(f"{self.name}: a mistake was not answered")
        given_up = ", given up" if self.given_up else ""
        seconds = time.monotonic() - self.began
        print(f"{self.verify()}\n  {self.steps} steps by {self.mails} mails, {self.refused} refused, {seconds:.0f} s{given_up}")


def game_of(games, mail):
    """The game that a mail is about."""
    named = [game for game in games if f"[{game.name}]" in mail["Subject"]]
    return named[0] if len(named) == 1 else sys.exit(f"a mail about no game: {mail['Subject']}")


def play(system, referee, program, names):
    """Plays games to their end, by mail alone."""
    games = [Game(system, referee, program, name) for name in names]
    invitations = [mail for game in games for mail in game.begin()]
    for game in games:
        game.began = time.monotonic()
    for invitation in invitations:
        mail = email.message_from_string(invitation, policy=programs.POLICY)
        system.send(referee, mail)
    obstacle = Obstacle(referee)
    last, hurried = time.monotonic(), time.monotonic()
    seen, untold = set(), list(games)
    while untold:
        for account in system.accounts.values():
            for mail in account.new_mails():
                last = time.monotonic()
                # A mail that is there already is not shown twice.
                if (account.name, mail["Message-ID"]) not in seen:
                    seen.add((account.name, mail["Message-ID"]))
                    game_of(games, mail).take(account, mail)
        for game in [game for game in untold if game.is_over]:
            untold.remove(game)
            game.tell()
        obstacle.take_out()
        now = time.monotonic()
        if now > last + PATIENCE:
            show_logs(system, referee)
            sys.exit("nothing comes any more; not over: " + " ".join(f"{g.name} in step {g.steps}" for g in untold))
        if now > last + HURRY and now > hurried + HURRY:
            system.hurry()
            hurried = now
        time.sleep(0.02)
    log = (referee.home / "filter.log").read_text()
    again = log.count("are printed again")
    print(f"after a lost print the mails of a step came again {again} times")
    return again


def show_logs(system, referee):
    print((system.folder / "smtpd.log").read_text()[-3000:])
    print((referee.home / "filter.log").read_text()[-3000:] if (referee.home / "filter.log").exists() else "")


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
        for name in ACCOUNTS:
            system.add(PREFIX + name)
        games = referee.folder("games")
        referee.folder("keys")
        filling = dict(program=f"ADJUTANT_KEYS={referee.home}/keys {program}", games=games, referee=REFEREE,
                       home=referee.home, sendmail=SENDMAIL, log=referee.home / "filter.log")
        referee.write(".mailfilter", FILTER.format(**filling))
        referee.write("send", SEND.format(**filling)).chmod(0o700)
        system.start()
        play(system, referee, program, sys.argv[2:] or list(GAMES))
    finally:
        system.stop()
        shutil.rmtree(folder)


main()
