//! A browser that the user started: found by the note it leaves where remote debugging is on, and used beside them.
//!
//! Since version 136 Chrome refuses the debugging flag for a user's own profile; since 144 the user allows it under
//! `chrome://inspect/#remote-debugging`, and Chrome asks them at each connection.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;
use url::{Host, Url};

use crate::error::BrowserError;

/// A browser of the user's that listens for debugging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Product, for example `Google Chrome`.
    pub name: String,
    /// Of its debugging socket.
    pub address: String,
}

/// How long a user has to allow the connection that Chrome asks them about.
pub(crate) const ALLOWING: Duration = Duration::from_secs(60);

const SETTLED: Duration = Duration::from_millis(400);

/// Profile folders of usual browsers below the user's folder: product, and its place on Linux, macOS and Windows.
const PROFILES: [(&str, &str, &str, &str); 6] = [
    (
        "Google Chrome",
        ".config/google-chrome",
        "Library/Application Support/Google/Chrome",
        "AppData/Local/Google/Chrome/User Data",
    ),
    (
        "Google Chrome Beta",
        ".config/google-chrome-beta",
        "Library/Application Support/Google/Chrome Beta",
        "AppData/Local/Google/Chrome Beta/User Data",
    ),
    (
        "Chromium",
        ".config/chromium",
        "Library/Application Support/Chromium",
        "AppData/Local/Chromium/User Data",
    ),
    (
        "Chromium (snap)",
        "snap/chromium/common/chromium",
        "Library/Application Support/Chromium",
        "AppData/Local/Chromium/User Data",
    ),
    (
        "Microsoft Edge",
        ".config/microsoft-edge",
        "Library/Application Support/Microsoft Edge",
        "AppData/Local/Microsoft/Edge/User Data",
    ),
    (
        "Brave",
        ".config/BraveSoftware/Brave-Browser",
        "Library/Application Support/BraveSoftware/Brave-Browser",
        "AppData/Local/BraveSoftware/Brave-Browser/User Data",
    ),
];

/// The browsers that run under this user's folder and allow debugging, in the order of the usual ones.
pub async fn find_users(user_folder: &Path) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for (name, linux, mac, windows) in PROFILES {
        let below = if cfg!(target_os = "macos") {
            mac
        } else if cfg!(windows) {
            windows
        } else {
            linux
        };
        let Some(address) = noted(&user_folder.join(below)) else { continue };
        if found.iter().all(|one| one.address != address) && listens(&address).await {
            found.push(Found { name: name.to_owned(), address });
        }
    }
    found
}

/// The socket that a browser noted in its profile: a line with its port, and one with the path. The note outlives it.
fn noted(profile: &Path) -> Option<String> {
    let note: PathBuf = profile.join("DevToolsActivePort");
    let text = std::fs::read_to_string(note).ok()?;
    let mut lines = text.lines().map(str::trim);
    let port: u16 = lines.next()?.parse().ok()?;
    let path = lines.next().filter(|path| path.starts_with('/'))?;
    Some(format!("ws://127.0.0.1:{port}{path}"))
}

async fn listens(address: &str) -> bool {
    let port = Url::parse(address).ok().and_then(|url| url.port());
    let Some(port) = port else { return false };
    let socket = SocketAddr::from(([127, 0, 0, 1], port));
    matches!(timeout(SETTLED, TcpStream::connect(socket)).await, Ok(Ok(_)))
}

/// What a user wrote as an address: a port, `127.0.0.1:9222`, `http://localhost:9222`, or the whole socket's. Only
/// this machine's own, as whoever answers there sees everything.
pub(crate) fn address_of(text: &str) -> Result<String, BrowserError> {
    let refused = |why: &str| BrowserError::Attach { address: text.to_owned(), reason: why.to_owned() };
    let text = text.trim();
    if let Ok(port) = text.parse::<u16>() {
        return Ok(format!("http://127.0.0.1:{port}"));
    }
    let whole = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    let url = Url::parse(&whole).map_err(|error| refused(&format!("it is no address: {error}")))?;
    if !matches!(url.scheme(), "http" | "ws") {
        return Err(refused("it begins with neither `http://` nor `ws://`"));
    }
    let own = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    if !own {
        return Err(refused("it is not on this machine"));
    }
    if url.port().is_none() {
        return Err(refused("its port is missing"));
    }
    Ok(whole.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_this_machines_own() {
        assert_eq!(address_of("9222").unwrap(), "http://127.0.0.1:9222");
        assert_eq!(address_of(" localhost:9222/ ").unwrap(), "http://localhost:9222");
        let socket = "ws://127.0.0.1:9222/devtools/browser/1f";
        assert_eq!(address_of(socket).unwrap(), socket);
        for (wrong, why) in [
            ("http://192.168.0.9:9222", "not on this machine"),
            ("ws://devtools.example:9222/x", "not on this machine"),
            ("http://127.0.0.1", "port is missing"),
            ("file:///etc", "neither"),
            ("what is this", "no address"),
        ] {
            let error = address_of(wrong).unwrap_err().to_string();
            assert!(error.contains(why) && error.contains(wrong), "{wrong}: {error}");
        }
    }

    #[tokio::test]
    async fn a_note_that_outlived_its_browser_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let below = if cfg!(target_os = "macos") {
            PROFILES[0].2
        } else if cfg!(windows) {
            PROFILES[0].3
        } else {
            PROFILES[0].1
        };
        let profile = folder.path().join(below);
        std::fs::create_dir_all(&profile).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        std::fs::write(profile.join("DevToolsActivePort"), format!("{port}\n/devtools/browser/1f")).unwrap();
        let wanted = Found {
            name: "Google Chrome".into(),
            address: format!("ws://127.0.0.1:{port}/devtools/browser/1f"),
        };
        assert_eq!(find_users(folder.path()).await, [wanted]);
        drop(listener);
        assert_eq!(find_users(folder.path()).await, []);
    }
}
