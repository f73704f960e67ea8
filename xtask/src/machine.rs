//! What this machine is: system, distribution, browser, display.

use std::path::{Path, PathBuf};

use crate::command;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Debian and what is derived from it; `ubuntu` where Chromium comes as a snap only.
    Debian {
        ubuntu: bool,
    },
    Fedora,
    Arch,
    Suse,
    OtherLinux,
    MacOs,
    Windows,
    Other,
}

pub fn system() -> System {
    if cfg!(target_os = "macos") {
        System::MacOs
    } else if cfg!(windows) {
        System::Windows
    } else if cfg!(target_os = "linux") {
        distribution(&std::fs::read_to_string("/etc/os-release").unwrap_or_default())
    } else {
        System::Other
    }
}

fn distribution(release: &str) -> System {
    let field = |name: &str| {
        release
            .lines()
            .filter_map(|line| line.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value.trim_matches('"').to_owned())
            .unwrap_or_default()
    };
    let id = field("ID");
    let family = format!("{id} {}", field("ID_LIKE"));
    let is = |name: &str| family.split_whitespace().any(|word| word == name);
    if is("debian") || is("ubuntu") {
        System::Debian { ubuntu: id == "ubuntu" }
    } else if is("fedora") || is("rhel") {
        System::Fedora
    } else if is("arch") {
        System::Arch
    } else if family.contains("suse") {
        System::Suse
    } else {
        System::OtherLinux
    }
}

/// A Chromium or Chrome that Atelier can drive.
pub fn browser() -> Option<PathBuf> {
    if let Some(given) = std::env::var_os("ATELIER_BROWSER").map(PathBuf::from) {
        return given.is_file().then_some(given);
    }
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
        "microsoft-edge",
        "microsoft-edge-stable",
        "msedge",
    ];
    names
        .iter()
        .filter_map(|name| command::find(name))
        .find(|file| !is_empty_snap_shim(file))
        .or_else(|| installed_browsers().into_iter().find(|file| file.is_file()))
}

/// Ubuntu's `chromium-browser` package without the snap is a shell script that only tells to install it.
fn is_empty_snap_shim(file: &Path) -> bool {
    std::fs::read(file).is_ok_and(|content| {
        content.starts_with(b"#!")
            && String::from_utf8_lossy(&content).contains("snap install chromium")
            && !Path::new("/snap/bin/chromium").exists()
    })
}

/// Where installers put browsers that are not on `PATH`.
fn installed_browsers() -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from("/snap/bin/chromium"), PathBuf::from("/opt/google/chrome/chrome")];
    if cfg!(target_os = "macos") {
        let homes = [Some(PathBuf::from("/")), std::env::home_dir()];
        for home in homes.into_iter().flatten() {
            for name in ["Google Chrome", "Chromium", "Microsoft Edge"] {
                found.push(home.join(format!("Applications/{name}.app/Contents/MacOS/{name}")));
            }
        }
    }
    if cfg!(windows) {
        for base in ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"] {
            let Some(base) = std::env::var_os(base).map(PathBuf::from) else { continue };
            for tail in [
                r"Google\Chrome\Application\chrome.exe",
                r"Chromium\Application\chrome.exe",
                r"Microsoft\Edge\Application\msedge.exe",
            ] {
                found.push(base.join(tail));
            }
        }
    }
    found
}

/// Whether a window can be shown.
pub fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(target_os = "macos", windows)) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Whether this is a continuous-integration run, where nothing may be left out.
pub fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false" && value != "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_told_by_their_family() {
        assert_eq!(distribution("ID=debian\nVERSION_ID=\"12\"\n"), System::Debian { ubuntu: false });
        assert_eq!(distribution("ID=ubuntu\nID_LIKE=debian\n"), System::Debian { ubuntu: true });
        assert_eq!(
            distribution("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"),
            System::Debian { ubuntu: false }
        );
        assert_eq!(distribution("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"), System::Fedora);
        assert_eq!(distribution("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n"), System::Suse);
        assert_eq!(distribution("ID=manjaro\nID_LIKE=arch\n"), System::Arch);
        assert_eq!(distribution(""), System::OtherLinux);
    }
}
