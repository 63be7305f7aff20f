//! The files of this package, for the tests that read them.

use std::fs;
use std::path::Path;

/// The text of a file, named from the package's folder.
pub fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files under a folder, named from the package's folder with `/`, in the order of their names.
pub fn under(folder: &str) -> Vec<String> {
    let mut paths = Vec::new();
    collect(folder, &mut paths);
    paths.sort();
    paths
}

/// All Rust sources of the program.
pub fn sources() -> Vec<String> {
    let is_source = |path: &String| Path::new(path).extension().is_some_and(|extension| extension == "rs");
    under("src").into_iter().filter(is_source).collect()
}

fn collect(folder: &str, paths: &mut Vec<String>) {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries {
        let entry = entry.unwrap_or_else(|error| panic!("{folder}: {error}"));
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}
