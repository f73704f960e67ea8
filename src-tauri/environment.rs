//! Reads what the process is given: folders, variables, the kind of user. Nothing else in the product does.

use std::path::{Path, PathBuf};

use atelier_workshop::{Options, Surroundings};

/// Where the user's data lives by default.
pub fn default_home() -> PathBuf {
    directories::ProjectDirs::from("app", "Atelier", "Atelier")
        .map_or_else(|| PathBuf::from("atelier-data"), |dirs| dirs.data_dir().to_owned())
}

/// Options for a workshop in `home`.
pub fn options(home: PathBuf) -> Options {
    Options {
        home,
        models: models(),
        surroundings: Surroundings {
            browser: std::env::var_os("ATELIER_BROWSER").map(PathBuf::from),
            path: std::env::var_os("PATH"),
            user_folder: directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned()),
            browser_in_use: None,
            no_sandbox: needs_no_sandbox(),
        },
    }
}

/// The folder of the embedding model: beside the program when bundled, in the checkout while developing.
fn models() -> PathBuf {
    if let Some(folder) = std::env::var_os("ATELIER_MODELS") {
        return PathBuf::from(folder);
    }
    let beside = std::env::current_exe().ok().and_then(|exe| {
        let folder = exe.parent()?;
        [folder.join("models"), folder.join("../Resources/models"), folder.join("../lib/Atelier/models")]
            .into_iter()
            // Development builds have an empty folder of this name beside the program.
            .find(|candidate| candidate.join("all-MiniLM-L6-v2/model.safetensors").is_file())
    });
    beside.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("models"))
}

/// Chromium refuses its sandbox to root, as whom containers run.
#[cfg(unix)]
fn needs_no_sandbox() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|meta| std::os::unix::fs::MetadataExt::uid(&meta) == 0)
}

#[cfg(not(unix))]
fn needs_no_sandbox() -> bool {
    false
}
