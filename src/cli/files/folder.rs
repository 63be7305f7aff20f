//! Folders that a command keeps.

use crate::cli::failure::Failure;
use std::fs::{self, File, TryLockError};
use std::io::Error;
use std::path::Path;

/// A folder that no other run of this program works in, as long as this value lives.
pub struct Kept {
    _locked: File,
}

/// Waits until no other run works in a folder.
///
/// Errors: there is no such folder, or it cannot be locked.
pub fn keep(folder: &Path) -> Result<Kept, Failure> {
    if folder.is_file() {
        let within =
            folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let message = format!("{} is a file, and a folder is asked for", folder.display());
        let hint = format!("name the folder that it lies in: {}", within.display());
        return Err(Failure::usage_hinted("file/inaccessible", message, &hint));
    }
    if !folder.is_dir() {
        let message = format!("there is no folder {}", folder.display());
        let hint =
            format!("make it, by mkdir {}, or name the one that holds the game files", folder.display());
        return Err(Failure::usage_hinted("file/inaccessible", message, &hint));
    }
    // The folder itself is locked, so that nothing has to stand in it for that.
    let locked = File::open(folder).and_then(|opened| opened.lock().map(|()| opened));
    locked.map(|locked| Kept { _locked: locked }).map_err(|error| failed(folder, &error))
}

/// The names of all files in a folder, sorted; what is no text as a name is passed over.
///
/// Errors: it cannot be read.
pub fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, Error>>);
    let entries = entries.map_err(|error| failed(folder, &error))?;
    let mut names: Vec<String> =
        entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}

/// Whether it is a file that can be opened: no folder, and no link to nothing.
pub fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file())
}

/// Whether a file is still being written by a run that goes on.
pub fn is_in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// How many bytes a file has; none if it is not there.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Takes a file out.
///
/// Errors: it cannot be.
pub fn remove(path: &Path) -> Result<(), Failure> {
    fs::remove_file(path).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &Error) -> Failure {
    Failure::file(&path.display().to_string(), error)
}
