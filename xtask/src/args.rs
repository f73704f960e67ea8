//! The words after the task's name.

use anyhow::{Result, bail};

#[derive(Debug)]
pub struct Args(Vec<String>);

impl Args {
    pub fn new(words: impl Iterator<Item = String>) -> Self {
        Self(words.collect())
    }

    /// Takes `name` out; says whether it was there.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    /// Takes `name VALUE` or `name=VALUE` out.
    pub fn value(&mut self, name: &str) -> Result<Option<String>> {
        let Some(at) = self.0.iter().position(|word| word.split('=').next() == Some(name)) else {
            return Ok(None);
        };
        let word = self.0.remove(at);
        if let Some((_, value)) = word.split_once('=') {
            return Ok(Some(value.to_owned()));
        }
        if at < self.0.len() {
            return Ok(Some(self.0.remove(at)));
        }
        bail!("`{name}` wants a value after it")
    }

    /// Whatever is left, for a task that passes it on.
    pub fn rest(&mut self) -> Vec<String> {
        std::mem::take(&mut self.0)
    }

    /// Refuses what no task has taken.
    pub fn finish(&self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(word) => bail!("`{word}` is not known here; `cargo xtask help` lists what is"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &[&str]) -> Args {
        Args::new(words.iter().map(|word| (*word).to_owned()))
    }

    #[test]
    fn values_come_in_both_spellings_and_leave_the_rest() {
        let mut args = args(&["--home", "here", "--filter=a=b", "--quick"]);
        assert_eq!(args.value("--home").unwrap().as_deref(), Some("here"));
        assert_eq!(args.value("--filter").unwrap().as_deref(), Some("a=b"));
        assert!(args.finish().is_err());
        assert!(args.flag("--quick"));
        assert!(args.finish().is_ok());
    }

    #[test]
    fn a_value_that_is_not_there_is_an_error() {
        assert!(args(&["--home"]).value("--home").is_err());
    }
}
