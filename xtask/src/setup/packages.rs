//! What the operating system has to bring: window libraries, a browser, fonts, and for tests a display.

use std::process::Command;

use anyhow::{Result, bail};

use super::{Purpose, apt};
use crate::command::{find, works};
use crate::machine::{self, System};
use crate::say;

const WINDOW: [&str; 6] =
    ["libwebkit2gtk-4.1-dev", "libgtk-3-dev", "librsvg2-dev", "libxdo-dev", "libssl-dev", "pkg-config"];

const CHROME_ON_UBUNTU: &str = "\
Chromium or Chrome is not on this machine. Ubuntu's own package is a snap, which cannot be installed \
everywhere, so choose one of:
    sudo snap install chromium
    curl -fLO https://dl.google.com/linux/direct/google-chrome-stable_current_amd64.deb && \
sudo apt-get install ./google-chrome-stable_current_amd64.deb
or set `ATELIER_BROWSER` to the program. Then run the command again.";

/// One thing that is not there, and how to get it.
#[derive(Debug)]
pub struct Missing {
    pub what: String,
    pub remedy: String,
    /// Without it nothing works; otherwise a part of the tests is left out.
    pub needed: bool,
}

/// Installs what is missing where that can be done, else says what to do.
pub fn bring(purpose: Purpose) -> Result<()> {
    let system = machine::system();
    if matches!(system, System::Debian { .. }) {
        let absent = absent_debian_packages(system, purpose);
        if !absent.is_empty() {
            apt::install(&absent)?;
        }
        if purpose == Purpose::Test && find("npm").is_none() {
            // Without npm the axe run and the tests with widgets are left out, and `test` says so.
            if let Err(error) = apt::install(&["npm"]) {
                say::loud(&format!("npm could not be installed: {error:#}"));
            }
        }
    }
    let missing = missing(system, purpose);
    for lack in missing.iter().filter(|lack| !lack.needed) {
        say::loud(&format!("{} is missing. {}", lack.what, lack.remedy));
    }
    let lacks: Vec<String> = missing
        .iter()
        .filter(|lack| lack.needed)
        .map(|lack| format!("{} is missing. {}", lack.what, lack.remedy))
        .collect();
    if !lacks.is_empty() {
        bail!("{}", lacks.join("\n"));
    }
    let browser = machine::browser().map(|file| file.display().to_string()).unwrap_or_default();
    say::step("packages", &format!("all there; browser `{browser}`"));
    Ok(())
}

/// Debian packages to install for what this machine lacks.
pub fn absent_debian_packages(system: System, purpose: Purpose) -> Vec<&'static str> {
    let mut wanted = WINDOW.to_vec();
    if find("cc").is_none() {
        wanted.push("build-essential");
    }
    if machine::browser().is_none() && system == (System::Debian { ubuntu: false }) {
        wanted.push("chromium");
    }
    if apt::missing(&["fonts-liberation", "fonts-dejavu-core"]).len() == 2 {
        wanted.push("fonts-liberation");
    }
    if purpose == Purpose::Test {
        if find("Xvfb").is_none() {
            wanted.push("xvfb");
        }
        if find("WebKitWebDriver").is_none() {
            wanted.push("webkit2gtk-driver");
        }
    }
    apt::missing(&wanted)
}

/// What is not there although it is wanted. Looks only, changes nothing.
pub fn missing(system: System, purpose: Purpose) -> Vec<Missing> {
    let mut found = match system {
        System::Debian { .. } => {
            let absent = absent_debian_packages(system, purpose);
            let absent: Vec<&str> = absent.into_iter().filter(|name| *name != "chromium").collect();
            let list = absent.join(" ");
            lacking(!absent.is_empty(), &list, &format!("Run: sudo apt-get install {list}"), true)
        }
        System::Fedora | System::Arch | System::Suse | System::OtherLinux => linux(system),
        System::MacOs => lacking(
            !works(Command::new("xcode-select").arg("-p")),
            "Apple's command-line tools",
            "Run: xcode-select --install",
            true,
        ),
        System::Windows => windows(),
        System::Other => {
            lacking(true, "a supported system", "Atelier's window needs Linux, macOS or Windows", true)
        }
    };
    if machine::browser().is_none() {
        found.extend(lacking(true, "Chromium or Chrome", &browser_remedy(system), true));
    }
    if purpose == Purpose::Test {
        if cfg!(target_os = "linux") && find("Xvfb").is_none() {
            found.extend(lacking(true, "Xvfb", &linux_command(system), false));
        }
        if cfg!(target_os = "linux") && find("WebKitWebDriver").is_none() {
            found.extend(lacking(true, "WebKitWebDriver", &linux_command(system), false));
        }
        if find("npm").is_none() {
            let remedy = "The axe run and the tests with widgets need it; install Node.js from your packages or https://nodejs.org";
            found.extend(lacking(true, "npm", remedy, false));
        }
    }
    found
}

fn lacking(is: bool, what: &str, remedy: &str, needed: bool) -> Vec<Missing> {
    if is { vec![Missing { what: what.to_owned(), remedy: remedy.to_owned(), needed }] } else { Vec::new() }
}

fn linux(system: System) -> Vec<Missing> {
    let libraries: Vec<&str> = ["webkit2gtk-4.1", "gtk+-3.0", "librsvg-2.0", "openssl"]
        .into_iter()
        .filter(|name| !works(Command::new("pkg-config").args(["--exists", name])))
        .collect();
    lacking(!libraries.is_empty(), &libraries.join(", "), &linux_command(system), true)
}

/// The one command that brings everything on distributions that we do not install on by ourselves.
fn linux_command(system: System) -> String {
    let command = match system {
        System::Debian { .. } => "sudo apt-get install xvfb webkit2gtk-driver",
        System::Fedora => {
            "sudo dnf install gcc make pkgconf-pkg-config webkit2gtk4.1-devel gtk3-devel librsvg2-devel \
             libxdo-devel openssl-devel chromium liberation-fonts xorg-x11-server-Xvfb nodejs-npm"
        }
        System::Arch => {
            "sudo pacman -S --needed base-devel pkgconf webkit2gtk-4.1 gtk3 librsvg xdotool openssl chromium \
             ttf-liberation xorg-server-xvfb npm"
        }
        System::Suse => {
            "sudo zypper install gcc make pkgconf webkit2gtk3-devel gtk3-devel librsvg-devel xdotool-devel \
             libopenssl-devel chromium liberation-fonts xorg-x11-server-Xvfb npm"
        }
        _ => {
            return "Install the development files of WebKitGTK 4.1, GTK 3, librsvg, libxdo and OpenSSL, \
                    pkg-config, a C compiler, Chromium, and for tests Xvfb, WebKitWebDriver and npm"
                .to_owned();
        }
    };
    format!("Run: {command}")
}

fn windows() -> Vec<Missing> {
    // Linking this very program needed the MSVC build tools, so only the web view can be absent.
    let client = r"Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";
    let roots = [r"HKLM\SOFTWARE\WOW6432Node", r"HKLM\SOFTWARE", r"HKCU\Software"];
    let there = roots
        .iter()
        .any(|root| works(Command::new("reg").args(["query", &format!(r"{root}\{client}"), "/v", "pv"])));
    lacking(!there, "the WebView2 runtime", "Run: winget install --id Microsoft.EdgeWebView2Runtime", true)
}

fn browser_remedy(system: System) -> String {
    match system {
        System::Debian { ubuntu: true } => CHROME_ON_UBUNTU.to_owned(),
        System::Debian { .. } => "Run: sudo apt-get install chromium".to_owned(),
        System::MacOs => {
            "Run: brew install --cask google-chrome (or take it from https://www.google.com/chrome); \
                          or set `ATELIER_BROWSER` to the program"
                .to_owned()
        }
        System::Windows => {
            "Run: winget install --id Google.Chrome; or set `ATELIER_BROWSER` to the program".to_owned()
        }
        _ => linux_command(system),
    }
}
