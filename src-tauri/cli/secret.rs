//! `atelier secret set NAME` and `atelier secret remove NAME`: entries of the system's keychain. The secret comes
//! in on standard input, because what stands on a command line can be read by every program.

use std::io::Read;
use std::sync::Arc;

use atelier_workshop::{Secret, Workshop, WorkshopError};
use serde_json::json;

use super::output::Output;

#[derive(clap::Subcommand)]
pub enum Action {
    /// Read the secret from standard input and keep it under a name.
    Set {
        /// As the steps name it, for example `password/shop`.
        name: String,
    },
    /// Forget it.
    Remove { name: String },
}

pub async fn run(workshop: &Arc<Workshop>, action: Action, out: Output) -> Result<bool, WorkshopError> {
    let (name, done) = match action {
        Action::Set { name } => {
            let mut text = String::new();
            std::io::stdin().lock().read_to_string(&mut text).map_err(WorkshopError::Input)?;
            // One line end at the end belongs to `echo`, not to the secret.
            let end = text.strip_suffix('\n').map_or(text.len(), |rest| rest.trim_end_matches('\r').len());
            text.truncate(end);
            let secret = Secret::new(text);
            if secret.reveal().is_empty() {
                return Err(WorkshopError::Input(std::io::Error::other("it is empty")));
            }
            workshop.set_secret(&name, secret).await?;
            (name, "kept")
        }
        Action::Remove { name } => {
            workshop.remove_secret(&name).await?;
            (name, "removed")
        }
    };
    out.document(&json!({ "secret": name, "done": done }), || format!("`{name}` is {done}"));
    Ok(true)
}
