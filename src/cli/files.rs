//! Files in and out: the only place that reads and writes them.
//!
//! Outputs are written whole or not at all. A pipe that nobody reads any more ends a command quietly.

pub mod folder;
pub mod held;

use super::failure::{Failure, Kind};
use super::progress::Progress;
use crate::games;
use crate::kernel::gamefile::GameFile;
use crate::kernel::history::chronicle::{Chronicle, Watched};
use crate::kernel::mail::{self, Mail};
use crate::kernel::record::Record;
use crate::kernel::text::Charset;
use crate::kernel::{armour, yaml};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The most bytes that are read of one input; game files may have 16 MiB, and armour makes a third more.
const MAX_INPUT: u64 = 24 << 20;

/// What the names of files begin with that are not written to their end.
pub const UNFINISHED: &str = ".adjutant-";

/// Reads a file, or standard input for `-`.
///
/// Errors: it cannot be read or is larger than any input may be.
pub fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().lock().take(MAX_INPUT + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(MAX_INPUT + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::file(shown(path), &error))?;
    if bytes.len() as u64 > MAX_INPUT {
        return Err(Failure::usage(
            "file/too-large",
            format!("{} is larger than {} MiB", shown(path), MAX_INPUT >> 20),
        ));
    }
    Ok(bytes)
}

/// Reads standard input to its end, so that whoever writes it can, and keeps no more of it than a number of bytes and one.
///
/// Errors: it cannot be read.
pub fn read_input(most: usize) -> Result<Vec<u8>, Failure> {
    let (mut input, mut bytes) = (std::io::stdin().lock(), Vec::new());
    let read = input.by_ref().take(most as u64 + 1).read_to_end(&mut bytes);
    let rest = read.and_then(|_| std::io::copy(&mut input, &mut std::io::sink()));
    rest.map_err(|error| Failure::file("standard input", &error))?;
    Ok(bytes)
}

/// The mails of a Maildir folder, in the order of their names; none where the path is no folder.
///
/// Errors: it is a folder of something else, or cannot be read.
pub fn maildir(path: &str) -> Result<Option<Vec<Mail>>, Failure> {
    if path == "-" || !Path::new(path).is_dir() {
        return Ok(None);
    }
    let mut mails: Vec<PathBuf> = Vec::new();
    let is_inner = Path::new(path).file_name().is_some_and(|name| name == "cur" || name == "new");
    let inner = ["cur", "new"].map(|folder| Path::new(path).join(folder));
    let inner = if is_inner { vec![PathBuf::from(path)] } else { inner.to_vec() };
    for folder in inner.iter().filter(|f| f.is_dir()) {
        let entries = fs::read_dir(folder).map_err(|e| Failure::file(&folder.display().to_string(), &e))?;
        mails.extend(entries.filter_map(|entry| entry.ok().map(|e| e.path())).filter(|p| p.is_file()));
    }
    mails.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    if mails.is_empty() {
        let hint = "give a turn file, a mail, or the folder of a Maildir, which has cur and new in it";
        let message = format!("{path} is a folder without mails");
        return Err(Failure::usage_hinted("file/inaccessible", message, hint));
    }
    if mails.len() > mail::MAX_MAILS {
        let message = format!("{path} holds more than {} mails", mail::MAX_MAILS);
        return Err(Failure::usage("file/too-large", message));
    }
    let mut all = Vec::new();
    for path in mails {
        let read = mail::read(&read(&path.display().to_string())?);
        all.extend(read.into_iter().filter_map(Result::ok).flatten());
    }
    Ok(Some(all))
}

/// Inputs that may be named twice, each once.
pub fn distinct(paths: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for path in paths {
        if !kept.iter().any(|earlier| same(Path::new(earlier), Path::new(path))) {
            kept.push(path.clone());
        }
    }
    kept
}

/// Standard input can be read but once.
///
/// Errors: more than one of the paths is `-`.
pub fn one_standard_input<'a>(paths: impl IntoIterator<Item = &'a String>) -> Result<(), Failure> {
    match paths.into_iter().filter(|p| *p == "-").count() {
        0 | 1 => Ok(()),
        _ => Err(Failure::usage_hinted(
            "usage/standard-input-twice",
            "only one of the files can be -, since standard input is read once",
            "give the others by their names",
        )),
    }
}

/// How a path is called in messages.
pub fn shown(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// Reads and verifies a game file.
///
/// Errors: it cannot be read, or it does not verify.
pub fn game(path: &str) -> Result<Record, Failure> {
    game_watched(path, &mut |_| {})
}

/// Reads and verifies a game file, and lets somebody watch each entry.
///
/// Errors: it cannot be read, or it does not verify.
pub fn game_watched(path: &str, watch: &mut dyn FnMut(&Watched)) -> Result<Record, Failure> {
    let bytes = read(path)?;
    let file = GameFile::read(&bytes).map_err(|error| Failure::game_file(shown(path), &error))?;
    let mut progress = Progress::begin(format!("Playing {} again", shown(path)), "entry");
    let mut watch_both = |watched: &Watched| {
        progress.reach(watched.index, watched.lines.len());
        watch(watched);
    };
    Record::read(&file, &games::find, &mut watch_both)
        .map_err(|departure| Failure::departure(shown(path), &departure))
}

/// Reads an owner's components.
///
/// Errors: it cannot be read, or it is no YAML as the format wants it.
pub fn components(path: &str) -> Result<Value, Failure> {
    let bytes = read(path)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::usage("components/not-text", format!("{} is not UTF-8", shown(path))))?;
    yaml::read_value(&text, yaml::Limits::default()).map_err(|error| {
        Failure::new(
            Kind::Usage,
            "components/yaml",
            format!("{}: {error}", shown(path)),
            error.hint.as_deref(),
        )
    })
}

/// Where and how a game file is written.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Output {
    /// Write the game file here instead of to standard output, also over the one given or an older one of the game; in a
    /// folder, as NAME.0007.yaml
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Write the game file as lines that survive being pasted into a mail
    #[arg(long)]
    armour: bool,
}

impl Output {
    /// The file that it goes to, if it goes to one.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|p| p.as_os_str() != "-")
    }

    /// How the file that it goes to is called by whoever gets it, as far as that is known.
    pub fn name(&self) -> String {
        let file = self.path().filter(|path| !path.is_dir()).and_then(Path::file_name);
        file.map_or("FILE".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// Keeps the folder that it goes to, if it goes to one, from any other run until what is returned is dropped. That is
    /// before the game is read: nothing may come between.
    ///
    /// Errors: the folder cannot be locked.
    pub fn keep_folder(&self) -> Result<Option<folder::Kept>, Failure> {
        self.path().filter(|path| path.is_dir()).map(folder::keep).transpose()
    }

    /// Writes a game file.
    ///
    /// Errors: it cannot be written.
    pub fn write(&self, record: &Record) -> Result<(), Failure> {
        self.write_file(&record.to_file(), &record.chronicle)
    }

    /// Writes a game file as it is made for somebody.
    ///
    /// Errors: it cannot be written.
    pub fn write_file(&self, file: &GameFile, chronicle: &Chronicle) -> Result<(), Failure> {
        self.write_to(self.path_for(chronicle, None).as_deref(), file)
    }

    /// The file that it goes to: in a folder it is called after game and step, a copy after its seat as well.
    pub fn path_for(&self, chronicle: &Chronicle, seat: Option<&str>) -> Option<PathBuf> {
        let path = self.path()?;
        if !path.is_dir() {
            return Some(path.to_owned());
        }
        Some(path.join(chronicle.file_name(seat)))
    }

    /// Refuses what may not be written over.
    ///
    /// Errors: something stands where it goes that the game file does not hold.
    pub fn may_write(&self, record: &Record) -> Result<(), Failure> {
        match self.path_for(&record.chronicle, None) {
            None => Ok(()),
            Some(path) => held::may_take_place(&record.to_file(), &path),
        }
    }

    /// Writes a game file to a place, or to standard output.
    ///
    /// Errors: it cannot be written, or something stands there that it does not hold.
    pub fn write_to(&self, path: Option<&Path>, file: &GameFile) -> Result<(), Failure> {
        if let Some(path) = path {
            held::may_take_place(file, path)?;
        }
        let mut text = file.write();
        if self.armour {
            text = armour::wrap(&text, &file.game);
        }
        match path {
            None => print(&text),
            Some(path) => write(path, &text),
        }
    }
}

/// What stands at a place, if it is a file that holds anything.
///
/// Errors: it cannot be read.
fn at(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    if !fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() > 0) {
        return Ok(None);
    }
    read(&path.display().to_string()).map(Some)
}

/// Writes what is no game file, over its like at most.
///
/// Errors: it cannot be written, or a game file or a key stands there.
pub fn write_aside(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    held::may_be_lost(path)?;
    write(path, content)
}

/// Writes a file whole or not at all; what is no file, such as a device or a named pipe, is written through.
///
/// Errors: it cannot be written; an older file is then as it was.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let content = content.as_ref();
    let failed = |error: std::io::Error| Failure::file(&path.display().to_string(), &error);
    // A link stays a link: what it points to is replaced.
    let target = real(path);
    let known = fs::metadata(&target).ok();
    if known.as_ref().is_some_and(|m| !m.is_file()) {
        return fs::write(&target, content).map_err(failed);
    }
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let message = format!("{}: there is no folder {}", path.display(), folder.display());
        let hint = format!("make it first: mkdir -p {}", folder.display());
        return Err(Failure::usage_hinted("file/inaccessible", message, &hint));
    }
    replace(&target, folder, content, known.as_ref()).map_err(|error| failed(error.kind().into()))
}

/// The file that a path means, by one name: links followed, also those that point to nothing yet.
fn real(path: &Path) -> PathBuf {
    let named = fs::read_link(path)
        .map_or_else(|_| path.to_owned(), |target| path.parent().unwrap_or(Path::new("")).join(target));
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = named.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match (fs::canonicalize(folder), named.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => named,
        }
    })
}

/// Puts a new file in the place of an old one, with the old one's permissions.
fn replace(target: &Path, folder: &Path, content: &[u8], old: Option<&fs::Metadata>) -> std::io::Result<()> {
    let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    // What is locked is still being written, and is left alone by those who clear up. Not every file system can do that.
    let _ = file.as_file().lock();
    file.write_all(content)?;
    file.as_file().sync_all()?;
    match old {
        Some(old) => file.as_file().set_permissions(old.permissions())?,
        None => allow_reading(file.path())?,
    }
    file.persist(target)?;
    keep_names(folder);
    Ok(())
}

/// Waits until the names in a folder are kept, as far as the file system can do that: a file whose name is lost is lost.
fn keep_names(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
}

/// A temporary file is its owner's alone; a game file may be read by others like any file.
#[cfg(unix)]
fn allow_reading(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn allow_reading(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Reads a file of text that is kept beside a game; none if there is no such file.
///
/// Errors: it cannot be read.
pub fn read_kept(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(&path.display().to_string(), &error)),
    }
}

/// Writes a file that is its owner's alone, and only if there is none; its folder is made if need be.
///
/// Errors: it is there already, or cannot be written.
pub fn write_secret(path: &Path, text: &str) -> Result<(), Failure> {
    let mut options = owners_alone();
    options.write(true).create_new(true);
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    let written = folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| {
        let mut file = options.open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        keep_names(folder.unwrap_or(Path::new(".")));
        Ok(())
    });
    written.map_err(|error| Failure::file(&path.display().to_string(), &error))
}

/// How to open a file that nobody but its owner may read, if it is made.
fn owners_alone() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Adds whole lines to a file that is its owner's alone, and waits until they are kept.
///
/// Errors: they cannot be written; the file is as before then.
pub fn append(path: &Path, lines: &str) -> Result<(), Failure> {
    let opened = owners_alone().create(true).append(true).open(path);
    let written = opened.and_then(|mut file| {
        file.lock()?;
        let before = file.metadata()?.len();
        let added = file.write_all(lines.as_bytes()).and_then(|()| file.sync_all());
        if before == 0 {
            path.parent().into_iter().for_each(keep_names);
        }
        // A full disk leaves room for this. A line that stays cut off stops everything until somebody has looked at it.
        added.inspect_err(|_| drop(file.set_len(before)))
    });
    written.map_err(|error| Failure::file(&path.display().to_string(), &error))
}

/// Takes whole lines off the end of a file again that [`append`] has put there.
///
/// Errors: the file does not end with them any more, or cannot be written.
pub fn take_off(path: &Path, lines: &str) -> Result<(), Failure> {
    let opened = fs::OpenOptions::new().read(true).write(true).open(path);
    let written = opened.and_then(|mut file| {
        file.lock()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let before = text.strip_suffix(lines).ok_or(ErrorKind::ResourceBusy)?.len();
        file.set_len(before as u64)?;
        file.sync_all()
    });
    written.map_err(|error| Failure::file(&path.display().to_string(), &error))
}

/// Takes a file out that a command has made and that is of no use; what cannot be is left.
pub fn discard(path: &Path) {
    let _ = fs::remove_file(path);
}

/// Whether two paths mean one file.
pub fn same(one: &Path, other: &Path) -> bool {
    real(one) == real(other)
}

/// Whether there is a file of that name.
pub fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Refuses outputs that would overwrite one another or an input that is still needed.
///
/// Errors: two of the paths are one file.
pub fn all_different<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    let mut seen: Vec<PathBuf> = Vec::new();
    for path in paths {
        let real = real(path);
        // A device such as /dev/null takes any number of outputs.
        let is_file = fs::metadata(&real).map_or(true, |m| m.is_file());
        if is_file && seen.contains(&real) {
            return Err(Failure::usage_hinted(
                "file/twice",
                format!("{} is named twice, and one would overwrite the other", path.display()),
                "give each output a file of its own",
            ));
        }
        seen.push(real);
    }
    Ok(())
}

/// Prints to standard output.
///
/// Errors: it cannot be written; a reader who has gone is no error.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    quiet(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Prints mails to standard output. Here a reader who has gone is an error: what was not printed is not delivered.
///
/// Errors: they cannot be written.
pub fn deliver(mails: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(mails.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::file("standard output", &error))
}

/// Prints a value as JSON; where only ASCII may be printed, other characters are escaped.
///
/// Errors: it cannot be written; a reader who has gone is no error.
pub fn print_json(value: &Value, charset: Charset) -> Result<(), Failure> {
    let text = format!("{value:#}\n");
    match charset {
        Charset::Unicode => print(&text),
        Charset::Ascii => print(&escaped(&text)),
    }
}

/// A JSON text in ASCII; beyond ASCII only strings have any other character.
fn escaped(json: &str) -> String {
    json.chars().fold(String::with_capacity(json.len()), |mut out, c| {
        if c.is_ascii() {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        out
    })
}

/// Prints to standard error; colours are left out where it is no terminal or `NO_COLOR` is set.
pub fn print_error(text: &str) {
    let mut out = anstream::stderr().lock();
    // Nobody is left to tell if even this fails.
    let _ = out.write_all(text.as_bytes());
}

fn quiet(result: std::io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::file("standard output", &error)),
        _ => Ok(()),
    }
}
