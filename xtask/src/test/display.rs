//! A display of our own, so that tests of the window see the same screen everywhere.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::say;

/// A running Xvfb on a display number that it chose itself; it stops with this value.
#[derive(Debug)]
pub struct Xvfb {
    process: Child,
    name: String,
}

impl Xvfb {
    pub fn start() -> Result<Self> {
        let mut process = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1100x24", "-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start Xvfb")?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let number = line.trim();
        if number.is_empty() {
            process.kill().ok();
            process.wait().ok();
            bail!("Xvfb ended before it had a display; try `Xvfb -displayfd 1` by hand to see why");
        }
        let name = format!(":{number}");
        say::step("display", &format!("Xvfb on `{name}`"));
        Ok(Self { process, name })
    }

    pub fn give(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.name)
            .env("GDK_BACKEND", "x11")
            .env("NO_AT_BRIDGE", "1")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            // The program turns this renderer off where nobody has decided; without it WebDriver's pictures
            // never arrive, and under Xvfb it is sound.
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "0")
            .env_remove("WAYLAND_DISPLAY");
    }
}

impl Drop for Xvfb {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
