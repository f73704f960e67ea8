//! Finding Chromium, its flags, and its profile.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use chromiumoxide::browser::BrowserConfig;
use chromiumoxide::handler::viewport::Viewport;

use crate::error::BrowserError;
use crate::{CALL_LIMIT, LAUNCH_LIMIT};

/// How Chromium is started.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// Chromium to start; [`find_program`] decides where none is given.
    pub program: Option<PathBuf>,
    pub headless: bool,
    /// Folder of the profile, for Atelier alone. It is created if it is missing.
    pub profile: PathBuf,
    /// Width and height of the viewport in CSS pixels.
    pub window: (u32, u32),
    /// Needed as root and in most containers; the caller decides.
    pub no_sandbox: bool,
    /// Debugging port, for another program to act beside; a free one where none is given. Loopback only.
    pub devtools_port: Option<u16>,
}

const NAMES: [&str; 6] =
    ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge"];

const PLACES: [&str; 9] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
];

/// The Chromium to use: the configured one, else the first on the `PATH` given, else one at a usual place.
/// A configured program that is not there is not replaced by another.
pub fn find_program(configured: Option<&Path>, env_path: Option<&OsStr>) -> Option<PathBuf> {
    if let Some(path) = configured {
        return path.is_file().then(|| path.to_owned());
    }
    let folders: Vec<PathBuf> =
        env_path.map(|path| std::env::split_paths(path).collect()).unwrap_or_default();
    let suffix = std::env::consts::EXE_SUFFIX;
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(format!("{name}{suffix}"))))
        .chain(PLACES.iter().map(PathBuf::from))
        .find(|path| path.is_file())
}

/// What was looked for, for messages.
pub(crate) fn looked(configured: Option<&Path>) -> String {
    match configured {
        Some(path) => format!("`{}`", path.display()),
        None => NAMES.map(|name| format!("`{name}`")).join(", "),
    }
}

/// Flags of the automation profile. Nothing is fetched unasked, nothing asks questions, background tabs keep
/// working, and cross-site frames stay in the page's process, where the page engine can reach them.
const FLAGS: [&str; 24] = [
    "no-first-run",
    "no-default-browser-check",
    "no-service-autorun",
    "no-pings",
    "disable-background-networking",
    "disable-component-update",
    "disable-component-extensions-with-background-pages",
    "disable-default-apps",
    "disable-sync",
    "disable-quic",
    "disable-breakpad",
    "disable-domain-reliability",
    "disable-client-side-phishing-detection",
    "disable-search-engine-choice-screen",
    "disable-background-timer-throttling",
    "disable-backgrounding-occluded-windows",
    "disable-renderer-backgrounding",
    "disable-hang-monitor",
    "disable-prompt-on-repost",
    "disable-popup-blocking",
    "disable-dev-shm-usage",
    "disable-site-isolation-trials",
    "use-mock-keychain",
    "mute-audio",
];

const FEATURES_OFF: [&str; 9] = [
    "Translate",
    "MediaRouter",
    "OptimizationHints",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "InterestFeedContentSuggestions",
    "IsolateOrigins",
    "site-per-process",
    "PasswordLeakDetection",
];

/// The whole configuration for one start.
pub(crate) fn config(program: &Path, options: &LaunchOptions) -> Result<BrowserConfig, BrowserError> {
    let mut builder = BrowserConfig::builder()
        .chrome_executable(program)
        .user_data_dir(&options.profile)
        .disable_default_args()
        .respect_https_errors()
        // Messages that this protocol version does not know are counted by the caller, not logged.
        .surface_invalid_messages()
        .launch_timeout(LAUNCH_LIMIT)
        .request_timeout(CALL_LIMIT)
        .args(FLAGS)
        .arg(("disable-features", FEATURES_OFF.as_slice()))
        .arg(("password-store", "basic"))
        .arg(("force-color-profile", "srgb"))
        .arg(("remote-debugging-address", "127.0.0.1"))
        .window_size(options.window.0, options.window.1);
    builder = if options.headless {
        builder.new_headless_mode().viewport(Viewport {
            width: options.window.0,
            height: options.window.1,
            device_scale_factor: Some(1.0),
            emulating_mobile: false,
            is_landscape: false,
            has_touch: false,
        })
    } else {
        builder.with_head().viewport(None)
    };
    if let Some(port) = options.devtools_port {
        builder = builder.port(port);
    }
    if options.no_sandbox {
        builder = builder.no_sandbox();
    }
    builder.build().map_err(|reason| BrowserError::Launch { program: program.to_owned(), reason })
}

/// Creates the profile folder and removes the lock that a killed browser left in it.
pub(crate) fn prepare_profile(profile: &Path) -> Result<(), BrowserError> {
    let trouble = |error: std::io::Error| BrowserError::Profile {
        profile: profile.to_owned(),
        reason: error.to_string(),
    };
    std::fs::create_dir_all(profile).map_err(trouble)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(profile, std::fs::Permissions::from_mode(0o700)).map_err(trouble)?;
    }
    let lock = profile.join("SingletonLock");
    let Ok(holder) = std::fs::read_link(&lock) else {
        forget_sessions(profile);
        return Ok(());
    };
    if let Some(pid) = holder_of(&holder)
        && uses_profile(pid, profile)
        && !end_orphan(pid, profile)
    {
        return Err(BrowserError::ProfileBusy { profile: profile.to_owned(), pid });
    }
    // The holder is dead, or the lock came from another machine's copy of this folder: Chromium would refuse
    // to start on either.
    for name in ["SingletonLock", "SingletonSocket", "SingletonCookie"] {
        match std::fs::remove_file(profile.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(trouble(error)),
            _ => {}
        }
    }
    forget_sessions(profile);
    Ok(())
}

/// Removes what Chromium keeps to open its tabs again after a crash: it holds what stood in form fields, one-time
/// codes and card numbers among them. Logins are elsewhere and stay.
pub(crate) fn forget_sessions(profile: &Path) {
    let folder = profile.join("Default").join("Sessions");
    match std::fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(%error, "`{}` could not be removed", folder.display());
        }
        _ => {}
    }
}

/// Name of the file in a profile that tells which process of ours started the browser.
const OWNER: &str = "started-by";

/// Notes this process as the one whose browser uses the profile.
pub(crate) fn claim_profile(profile: &Path) {
    let me = std::process::id();
    if let Err(error) = std::fs::write(profile.join(OWNER), format!("{me} {}", birth(me))) {
        tracing::debug!(%error, "the profile could not be marked");
    }
}

/// When a process was started, in the system's own units; empty where that is not told.
fn birth(pid: u32) -> String {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The second field is the program's name in parentheses and may hold spaces.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    after_name.split_whitespace().nth(19).unwrap_or_default().to_owned()
}

/// Ends a browser whose app was killed and left it behind; true once it is gone. One that another living process
/// started is left alone, and so is one about which nothing is known.
fn end_orphan(pid: u32, profile: &Path) -> bool {
    let Ok(owner) = std::fs::read_to_string(profile.join(OWNER)) else {
        return false;
    };
    let (owner, born) = owner.split_once(' ').unwrap_or((owner.as_str(), ""));
    let Ok(owner) = owner.parse::<u32>() else {
        return false;
    };
    let lives = if Path::new("/proc/self").exists() {
        Path::new(&format!("/proc/{owner}")).exists() && (born.is_empty() || birth(owner) == born)
    } else {
        command_line(owner).is_some()
    };
    if lives {
        return false;
    }
    tracing::warn!(pid, "ending a Chromium that was left behind");
    let _ = std::process::Command::new("kill").arg(pid.to_string()).status();
    for round in 0..60 {
        if !uses_profile(pid, profile) {
            return true;
        }
        if round == 40 {
            let _ = std::process::Command::new("kill").args(["-9", &pid.to_string()]).status();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    false
}

/// Process id in a lock of the form `host-pid`.
fn holder_of(lock: &Path) -> Option<u32> {
    lock.to_str()?.rsplit_once('-')?.1.parse().ok()
}

/// True where the process lives and was started for this profile.
fn uses_profile(pid: u32, profile: &Path) -> bool {
    let wanted = profile.as_os_str().as_encoded_bytes();
    let holds = |line: &[u8]| line.windows(wanted.len().max(1)).any(|part| part == wanted);
    match std::fs::read(format!("/proc/{pid}/cmdline")) {
        Ok(line) => holds(&line),
        Err(_) if Path::new("/proc/self").exists() => false,
        Err(_) => command_line(pid).is_some_and(|line| holds(&line)),
    }
}

/// Command line of a living process, where `/proc` does not tell.
fn command_line(pid: u32) -> Option<Vec<u8>> {
    let output = std::process::Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid.to_string()])
        .output()
        .ok()?;
    (output.status.success() && !output.stdout.is_empty()).then_some(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configured_program_is_never_replaced() {
        assert_eq!(find_program(Some(Path::new("/nowhere/chromium")), None), None);
        let here = std::env::current_exe().unwrap();
        assert_eq!(find_program(Some(&here), None), Some(here));
    }

    #[test]
    fn the_path_is_searched_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(format!("chromium{}", std::env::consts::EXE_SUFFIX));
        std::fs::write(&program, "").unwrap();
        assert_eq!(find_program(None, Some(folder.path().as_os_str())), Some(program));
    }

    #[cfg(unix)]
    #[test]
    fn the_lock_of_a_dead_process_is_removed_and_that_of_a_stranger_too() {
        let folder = tempfile::tempdir().unwrap();
        for holder in ["elsewhere-4194304", "vm-1", "nonsense"] {
            std::os::unix::fs::symlink(holder, folder.path().join("SingletonLock")).unwrap();
            prepare_profile(folder.path()).unwrap();
            assert!(std::fs::read_link(folder.path().join("SingletonLock")).is_err(), "{holder}");
        }
    }

    #[test]
    fn locks_name_their_process() {
        assert_eq!(holder_of(Path::new("my-host-812")), Some(812));
        assert_eq!(holder_of(Path::new("host")), None);
    }
}
