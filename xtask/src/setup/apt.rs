//! Packages on Debian and Ubuntu.

use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::{command, say};

/// Those of `names` that are not installed.
pub fn missing<'a>(names: &[&'a str]) -> Vec<&'a str> {
    // dpkg-query ends with an error when it does not know a name, yet still prints those that it does.
    let known = Command::new("dpkg-query")
        .args(["--show", "--showformat=${Package} ${db:Status-Status}\n"])
        .args(names)
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default();
    let installed = |name: &str| {
        known.lines().filter_map(|line| line.split_once(' ')).any(|pair| pair == (name, "installed"))
    };
    names.iter().copied().filter(|name| !installed(name)).collect()
}

/// Installs `names`, as root or through sudo, after naming them.
pub fn install(names: &[&str]) -> Result<()> {
    let list = names.join(" ");
    say::step("packages", &format!("installing {list}"));
    let by_hand = format!("sudo apt-get update && sudo apt-get install --no-install-recommends {list}");
    let Some(rights) = rights() else {
        bail!("`{list}` are not installed, and this user is neither root nor has sudo; run: {by_hand}");
    };
    run(rights, &["update", "-qq"]).or_else(|error| {
        // Lists that are a little old, or one source of several that is down, are no reason to give up.
        say::step("packages", &format!("the package lists stay as they are ({error:#})"));
        Ok::<(), anyhow::Error>(())
    })?;
    let mut words = vec!["install", "-y", "-qq", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0"];
    words.extend(names);
    run(rights, &words).with_context(|| format!("the packages did not install; try by hand: {by_hand}"))
}

#[derive(Clone, Copy)]
enum Rights {
    Root,
    Sudo,
}

fn rights() -> Option<Rights> {
    let id = command::output(Command::new("id").arg("-u")).unwrap_or_default();
    if id.trim() == "0" { Some(Rights::Root) } else { command::find("sudo").map(|_| Rights::Sudo) }
}

fn run(rights: Rights, words: &[&str]) -> Result<()> {
    let mut line = match rights {
        Rights::Root => Command::new("env"),
        Rights::Sudo => {
            let mut sudo = Command::new("sudo");
            sudo.arg("env");
            sudo
        }
    };
    line.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]).args(words);
    command::run(&mut line)
}
