//! A folder of games, a key folder, and mails to the filter.

use assert_cmd::Command;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

/// A machine on which the filter runs.
pub struct Office(TempDir, RefCell<BTreeMap<String, String>>);

/// A mail to the filter.
#[derive(Clone)]
pub struct Mail {
    headers: Vec<String>,
    text: String,
}

impl Mail {
    pub fn from(from: &str, text: &str) -> Self {
        let headers = [format!("From: {from}"), "To: game@club".to_owned(), "Subject: orders".to_owned()];
        Self { headers: headers.to_vec(), text: text.to_owned() }
    }

    pub fn with(mut self, header: &str) -> Self {
        self.headers.push(header.to_owned());
        self
    }

    pub fn id(self, id: &str) -> Self {
        self.with(&format!("Message-ID: <{id}>"))
    }

    pub fn to(mut self, to: &str) -> Self {
        self.headers.retain(|header| !header.starts_with("To:"));
        self.with(&format!("To: {to}"))
    }

    pub fn subject(mut self, subject: &str) -> Self {
        self.headers.retain(|header| !header.starts_with("Subject:"));
        self.with(&format!("Subject: {subject}"))
    }

    fn whole(&self) -> String {
        format!("{}\n\n{}", self.headers.join("\n"), self.text)
    }
}

/// What a run of the filter came to.
#[derive(Debug, PartialEq)]
pub struct Posted {
    pub code: i32,
    pub mails: Vec<Reply>,
    pub err: String,
}

/// A mail that was printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub raw: String,
}

impl Reply {
    /// A header, unfolded; empty if there is none.
    pub fn header(&self, name: &str) -> String {
        let head = self.raw.split("\n\n").next().unwrap_or_default().replace("\n ", " ");
        let begin = format!("{name}: ");
        head.lines().find_map(|line| line.strip_prefix(&begin)).unwrap_or_default().to_owned()
    }

    /// The text for people.
    pub fn text(&self) -> String {
        let parsed = mail_parser::MessageParser::default().parse(self.raw.as_bytes()).expect("a mail");
        parsed.body_text(0).expect("a text").into_owned()
    }

    /// The same as a page.
    pub fn page(&self) -> String {
        let parsed = mail_parser::MessageParser::default().parse(self.raw.as_bytes()).expect("a mail");
        parsed.body_html(0).expect("a page").into_owned()
    }

    /// The file of a name that goes along.
    pub fn attachment(&self, name: &str) -> String {
        use mail_parser::MimeHeaders;
        let parsed = mail_parser::MessageParser::default().parse(self.raw.as_bytes()).expect("a mail");
        let names: Vec<&str> = parsed.attachments().filter_map(MimeHeaders::attachment_name).collect();
        let found = parsed.attachments().find(|part| part.attachment_name() == Some(name));
        let found = found.unwrap_or_else(|| panic!("no {name} among {names:?}"));
        String::from_utf8(found.contents().to_vec()).expect("text")
    }

    /// All parts, decoded.
    pub fn decoded(&self) -> String {
        let parsed = mail_parser::MessageParser::default().parse(self.raw.as_bytes()).expect("a mail");
        parsed.parts.iter().map(|part| String::from_utf8_lossy(part.contents()).into_owned()).collect()
    }
}

impl Office {
    pub fn new() -> Self {
        let office = Self(TempDir::new().expect("a folder"), RefCell::default());
        for folder in ["games", "keys"] {
            std::fs::create_dir(office.path(folder)).expect("a folder");
        }
        office
    }

    /// A game of Batalj whose seats' keys lie with the filter.
    pub fn of_batalj() -> Self {
        Self::of_batalj_under("")
    }

    /// The same under further terms.
    pub fn of_batalj_under(terms: &str) -> Self {
        let office = Self::new();
        office.run(&format!("new batalj --scenario battle --name nyen{terms} --seat sture=Ann_<ann@home> --seat grip=Bo_<bo@work> -o new.yaml"));
        office.run("join new.yaml --seat grip -o games/nyen.yaml");
        office
    }

    /// A game of Battle under further terms.
    pub fn of_battle(name: &str, terms: &str) -> Self {
        let office = Self::new();
        office.run(&format!("new battle --scenario basic --name {name}{terms} --seat red=Ann_<ann@home> --seat blue=Bo_<bo@work> -o new.yaml"));
        office.run(&format!("join new.yaml --seat blue -o games/{name}.yaml"));
        office
    }

    /// A game of Battue, with hands that only the referee knows, whose seats' keys lie with the filter.
    pub fn of_battue() -> Self {
        let office = Self::new();
        office.run("new battue --scenario ready --set first=listed --name sarai --dice referee --seat red=Ann_<ann@home> --seat blue=Bo_<bo@work> -o new.yaml");
        office.run("join new.yaml --seat blue -o 1.yaml");
        office.run("join 1.yaml --seat referee -o games/sarai.yaml");
        office
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    pub fn remove(&self, name: &str) {
        std::fs::remove_file(self.path(name)).expect("a file");
    }

    fn program(&self) -> std::process::Command {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("adjutant"));
        command.current_dir(self.0.path()).env("ADJUTANT_KEYS", self.path("keys")).env("LC_ALL", "C.UTF-8");
        command
    }

    /// Runs the program, which must succeed; `_` stands for a blank within a word.
    pub fn run(&self, args: &str) -> String {
        let mut command = Command::from_std(self.program());
        let args = args.split(' ').map(|word| word.replace('_', " "));
        let done = command.args(args).output().expect("it runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    }

    /// Runs the program, which must refuse: what it says.
    pub fn refused(&self, args: &str) -> String {
        let done = Command::from_std(self.program()).args(args.split(' ')).output().expect("it runs");
        assert!(!done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
        String::from_utf8(done.stderr).expect("text")
    }

    /// The newest entry of a game.
    pub fn newest(&self, game: &str) -> String {
        let of_game = |file: &String| file.starts_with(&format!("{game}."));
        let files = self.game_files().into_iter().filter(of_game);
        let texts = files.map(|file| self.text(&format!("games/{file}")));
        let lines = |text: &String| text.lines().filter(|line| line.contains(r#""kind":""#)).count();
        let newest = texts.max_by_key(lines).unwrap_or_default();
        newest.lines().rfind(|line| line.contains(r#""kind":""#)).unwrap_or_default().to_owned()
    }

    /// Takes a key with its list out of the key folder: its player keeps it himself.
    pub fn take_key(&self, name: &str) -> String {
        std::fs::create_dir(self.path("home")).expect("a folder");
        for file in [name.to_owned(), format!("{name}.answers")] {
            std::fs::rename(self.path(&format!("keys/{file}")), self.path(&format!("home/{file}")))
                .expect("a file");
        }
        format!("home/{name}")
    }

    pub fn post(&self, mail: &Mail) -> Posted {
        self.post_text(&self.headed(mail))
    }

    /// A mail with the whole first line in the place of `ORDERS GAME SEAT`, as the newest game file has it when it is
    /// written; once written it stays.
    fn headed(&self, mail: &Mail) -> String {
        let text = mail.whole();
        let known = self.1.borrow().get(&text).cloned();
        known.unwrap_or_else(|| {
            let lines = text.lines().map(|line| match line.split(' ').collect::<Vec<_>>().as_slice() {
                ["ORDERS", game, seat] => self.first_line(game, seat).unwrap_or(line.to_owned()),
                _ => line.to_owned(),
            });
            let headed = lines.map(|line| line + "\n").collect::<String>();
            self.1.borrow_mut().insert(text, headed.clone());
            headed
        })
    }

    fn first_line(&self, game: &str, seat: &str) -> Option<String> {
        let is_of_game = |file: &String| file.starts_with(&format!("{game}."));
        let mut files: Vec<String> = self.game_files().into_iter().filter(is_of_game).collect();
        // `NAME.yaml` is older than `NAME.0001.yaml`.
        files.sort_by_key(|file| (file.matches('.').count(), file.clone()));
        let sheet = self.run(&format!("sheet games/{} --seat {seat}", files.last()?));
        sheet.lines().next().map(str::to_owned)
    }

    pub fn post_to(&self, folder: &str, mail: &Mail) -> Posted {
        self.filter(folder, &self.headed(mail))
    }

    pub fn post_text(&self, text: &str) -> Posted {
        self.filter("games", text)
    }

    /// Posts what need not be text.
    pub fn post_bytes(&self, mail: &[u8]) -> Posted {
        let mut program = self.program();
        program.args(["post", "games", "--from", FROM, "--now", NOW]);
        given(program, mail)
    }

    /// Posts a mail where nobody says who answers.
    pub fn post_from_nobody(&self, mail: &Mail) -> Posted {
        let mut program = self.program();
        program.args(["post", "games", "--now", NOW]);
        given(program, self.headed(mail).as_bytes())
    }

    /// Begins a run that is not waited for yet.
    pub fn begin(&self, args: &str) -> std::process::Child {
        let mut program = self.program();
        program.args(args.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        program.spawn().expect("it runs")
    }

    /// The folder of games, locked as a run locks it.
    pub fn locked(&self) -> std::fs::File {
        let folder = std::fs::File::open(self.path("games")).expect("a folder");
        folder.lock().expect("a lock");
        folder
    }

    /// Makes a folder, or a link to nothing.
    pub fn make_folder(&self, name: &str) {
        std::fs::create_dir(self.path(name)).expect("a folder");
    }

    fn filter(&self, folder: &str, mail: &str) -> Posted {
        filter(self.program(), folder, mail)
    }

    /// Posts mails by runs that begin at the same time.
    pub fn post_at_once(&self, mails: &[Mail]) -> Vec<Posted> {
        let runs: Vec<(std::process::Command, String)> =
            mails.iter().map(|mail| (self.program(), self.headed(mail))).collect();
        std::thread::scope(|scope| {
            let run = |(program, mail): (_, String)| scope.spawn(move || filter(program, "games", &mail));
            let runs: Vec<_> = runs.into_iter().map(run).collect();
            runs.into_iter().map(|run| run.join().expect("it runs")).collect()
        })
    }

    /// Posts a mail and kills the run after a while; what it has printed, and whether it was still running.
    pub fn post_and_kill(&self, mail: &Mail, after: Duration) -> (Posted, bool) {
        self.write("mail", &self.headed(mail));
        let input = std::fs::File::open(self.path("mail")).expect("a file");
        let mut command = self.program();
        command
            .args(["post", "games", "--from", FROM, "--now", NOW])
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut run = command.spawn().expect("it runs");
        std::thread::sleep(after);
        let was_running = run.try_wait().expect("a run").is_none();
        run.kill().expect("it is killed");
        let mut done = posted(run.wait_with_output().expect("it ends"));
        // A mail that was cut off never got anywhere.
        done.mails.retain(|mail| mail.raw.ends_with("--=_adjutant_mixed--\n\n"));
        (done, was_running)
    }

    /// Posts a mail with the replies written into a file.
    pub fn post_into(&self, mail: &Mail, file: &str) -> Posted {
        let run = format!("\"$0\" post games --from {FROM} --now {NOW} > {file}");
        self.shell(&run, mail)
    }

    /// Posts a mail where no file can grow beyond so many blocks of 512 bytes.
    pub fn post_on_a_full_disk(&self, mail: &Mail, blocks: u32) -> Posted {
        let run = format!("trap '' XFSZ; ulimit -f {blocks}; \"$0\" post games --from {FROM} --now {NOW}");
        self.shell(&run, mail)
    }

    /// Posts a mail where the program that the replies are handed to fails after it has read them, as with a full queue.
    pub fn post_into_failing(&self, mail: &Mail) -> Posted {
        let run = format!(
            "set -o pipefail; \"$0\" post games --from {FROM} --now {NOW} | (cat > /dev/null; exit 75)"
        );
        self.shell(&run, mail)
    }

    /// Posts a mail at another time, with a command line of one's own.
    pub fn post_by(&self, args: &str, mail: &Mail) -> Posted {
        let mut program = self.program();
        program.args(args.split(' '));
        given(program, self.headed(mail).as_bytes())
    }

    fn shell(&self, run: &str, mail: &Mail) -> Posted {
        let mut command = Command::from_std(self.program_in_shell());
        posted(
            command
                .arg("-c")
                .arg(run)
                .arg(program())
                .write_stdin(self.headed(mail))
                .output()
                .expect("it runs"),
        )
    }

    fn program_in_shell(&self) -> std::process::Command {
        let mut command = std::process::Command::new("bash");
        command.current_dir(self.0.path()).env("ADJUTANT_KEYS", self.path("keys")).env("LC_ALL", "C.UTF-8");
        command
    }

    /// All files of the folder of games and the key folder, with what they hold; but not what was told, and how often.
    pub fn everything(&self) -> Vec<(String, String)> {
        let mut all = self.everything_but_keys();
        all.retain(|(name, _)| !name.starts_with('.'));
        all.extend(self.files("keys"));
        all
    }

    pub fn everything_but_keys(&self) -> Vec<(String, String)> {
        self.files("games")
    }

    fn files(&self, folder: &str) -> Vec<(String, String)> {
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.expect("an entry").file_name().into_string().expect("a name")
        };
        let mut names: Vec<String> =
            std::fs::read_dir(self.path(folder)).expect("a folder").map(name).collect();
        names.retain(|name| self.path(&format!("{folder}/{name}")).is_file());
        names.sort();
        names.into_iter().map(|name| (name.clone(), self.text(&format!("{folder}/{name}")))).collect()
    }

    fn named(&self, begin: &str, end: &str) -> Vec<String> {
        let names = self.files("games").into_iter().map(|(name, _)| name);
        names
            .filter(|name| name.starts_with(begin) && name.ends_with(end) && !name.starts_with('.'))
            .collect()
    }

    pub fn game_files(&self) -> Vec<String> {
        self.named("", ".yaml")
    }

    pub fn letters_of(&self, step: &str) -> Vec<String> {
        self.named(step, ".eml")
    }

    /// The same office as it was before step 2 was played.
    pub fn before_step_2(&self) -> Self {
        let office = Self::new();
        for folder in ["games", "keys"] {
            for (name, text) in self.files(folder) {
                let kept = match name.strip_suffix(".answers") {
                    Some(_) => text
                        .lines()
                        .filter(|line| !line.contains("\"step\":2"))
                        .fold(String::new(), |all, line| all + line + "\n"),
                    None => text,
                };
                if !name.contains(".0002.") {
                    office.write(&format!("{folder}/{name}"), &kept);
                }
            }
        }
        office
    }

    /// The turn file of a seat for an older game file.
    pub fn head(&self, game_file: &str, seat: &str, orders: &str) -> String {
        let sheet = self.run(&format!("sheet games/{game_file} --seat {seat}"));
        format!("{}\n{orders}\nEND\n", sheet.lines().next().unwrap_or_default())
    }

    /// The blank turn file of a seat with the lines taken that begin with a word behind their `#`.
    pub fn example(&self, game_file: &str, seat: &str, word: &str) -> String {
        self.run(&format!("sheet {game_file} --seat {seat}")).replace(&format!("# {word}"), word)
    }
}

/// Who answers.
const FROM: &str = "game@club";

/// When all mails arrive.
const NOW: &str = "2026-11-30T12:00Z";

fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("adjutant")
}

fn posted(done: std::process::Output) -> Posted {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let out = text(done.stdout);
    let begin = "From adjutant Thu Jan  1 00:00:00 1970\n";
    assert!(out.is_empty() || out.starts_with(begin), "{out}");
    let mails = out.split(begin).skip(1).map(|raw| Reply { raw: raw.to_owned() }).collect();
    Posted { code: done.status.code().unwrap_or(-1), mails, err: text(done.stderr) }
}

fn filter(mut program: std::process::Command, folder: &str, mail: &str) -> Posted {
    program.args(["post", folder, "--from", FROM, "--now", NOW]);
    given(program, mail.as_bytes())
}

fn given(program: std::process::Command, mail: &[u8]) -> Posted {
    posted(Command::from_std(program).write_stdin(mail).output().expect("it runs"))
}
