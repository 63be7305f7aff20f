//! Where the keys of seats stand: in the key folder, later ones of a seat beside its first.

use crate::cli::failure::Failure;
use crate::cli::files;
use std::path::{Path, PathBuf};

/// The environment variable that names the key folder.
const FOLDER: &str = "ADJUTANT_KEYS";

/// The key file of a seat in the key folder.
pub fn in_folder(game: &str, seat: &str) -> Result<PathBuf, Failure> {
    let folder = match std::env::var_os(FOLDER).filter(|f| !f.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => dirs::data_dir().map(|d| d.join("adjutant").join("keys")),
    };
    let Some(folder) = folder else {
        let hint = format!("give --key FILE, or set {FOLDER} to a folder");
        return Err(Failure::usage_hinted("key/no-folder", "this machine has no place for keys", &hint));
    };
    Ok(folder.join(format!("{game}.{seat}.key")))
}

/// The names under which later keys of a seat stand beside its first one.
pub fn later_in_folder(first: &Path) -> Vec<PathBuf> {
    (2..100).map(|n| first.with_extension(format!("{n}.key"))).collect()
}

/// What to do where the key of a seat is not at hand.
pub fn lost(seat: &str) -> String {
    format!(
        "give it by --key FILE; if it is lost: adjutant keys new NEWKEY, then adjutant amend FILE --seat {seat} --re-key \
         NEWKEY"
    )
}

/// Where a new key of a seat is found by later commands; none where it stands there already.
pub fn place_for(new: &Path, game: &str, seat: &str) -> Option<PathBuf> {
    let first = in_folder(game, seat).ok()?;
    let mut places = std::iter::once(first.clone()).chain(later_in_folder(&first));
    places.find(|path| !files::exists(path) || files::same(path, new)).filter(|path| !files::exists(path))
}
