//! The keychain: secrets are put in by the user and read at the moment a replay types them. They are never in the
//! store, in a log, or in anything that is told; this crate can say whether an entry is there, not what it holds.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
pub use atelier_browser::Secret;
use atelier_browser::{SecretFault, SecretSource};

use crate::error::WorkshopError;
use crate::home::Workshop;

/// Name of this program in the keychain.
const SERVICE: &str = "Atelier";
/// Longest name of an entry, in characters.
const NAME_MAX: usize = 200;

/// A place that keeps secrets by name. Calls may block.
pub trait Vault: Send + Sync + fmt::Debug {
    /// The secret; none where there is no entry.
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretFault>;
    /// Puts it in, in place of an older one.
    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretFault>;
    /// Takes it out. False where there was none.
    fn remove(&self, name: &str) -> Result<bool, SecretFault>;
}

/// The system's keychain: Keychain on macOS, Credential Manager on Windows, a secret service on Linux.
#[derive(Clone, Copy, Debug)]
pub struct Keychain;

impl Keychain {
    fn entry(name: &str) -> Result<keyring::Entry, SecretFault> {
        keyring::Entry::new(SERVICE, name).map_err(|error| unreachable(&error))
    }
}

fn unreachable(error: &keyring::Error) -> SecretFault {
    // Some errors carry what was read: only the kinds that cannot are put in words.
    let reason = match error {
        keyring::Error::PlatformFailure(reason) | keyring::Error::NoStorageAccess(reason) => {
            format!(
                "no secret service answers ({reason}); start and unlock one, such as GNOME Keyring or KWallet"
            )
        }
        keyring::Error::TooLong(what, limit) => format!("`{what}` is longer than {limit}"),
        _ => "it does not work on this system".to_owned(),
    };
    SecretFault::Unreachable { reason }
}

impl Vault for Keychain {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretFault> {
        match Self::entry(name)?.get_password() {
            Ok(text) => Ok(Some(Secret::new(text))),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(unreachable(&error)),
        }
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretFault> {
        Self::entry(name)?.set_password(secret.reveal()).map_err(|error| unreachable(&error))
    }

    fn remove(&self, name: &str) -> Result<bool, SecretFault> {
        match Self::entry(name)?.delete_credential() {
            Ok(()) => Ok(true),
            Err(keyring::Error::NoEntry) => Ok(false),
            Err(error) => Err(unreachable(&error)),
        }
    }
}

/// A vault in the memory of this process, for tests and for systems whose user chose to have no other.
#[derive(Debug, Default)]
pub struct MemoryVault(Mutex<BTreeMap<String, Secret>>);

impl MemoryVault {
    fn held(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Secret>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Vault for MemoryVault {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretFault> {
        Ok(self.held().get(name).cloned())
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretFault> {
        self.held().insert(name.to_owned(), secret.clone());
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<bool, SecretFault> {
        Ok(self.held().remove(name).is_some())
    }
}

/// A vault as replays read it.
#[derive(Clone, Debug)]
struct Source(Arc<dyn Vault>);

#[async_trait]
impl SecretSource for Source {
    async fn get(&self, name: &str) -> Result<Secret, SecretFault> {
        let vault = Arc::clone(&self.0);
        let entry = name.to_owned();
        let found = tokio::task::spawn_blocking(move || vault.get(&entry))
            .await
            .map_err(|error| SecretFault::Unreachable { reason: error.to_string() })??;
        found.ok_or_else(|| SecretFault::Missing { name: name.to_owned() })
    }
}

impl Workshop {
    /// The keychain as replays read it.
    pub(crate) fn secret_source(&self) -> Arc<dyn SecretSource> {
        Arc::new(Source(Arc::clone(&self.vault)))
    }

    /// Puts a secret into the keychain, in place of an older one of this name.
    pub async fn set_secret(&self, name: &str, secret: Secret) -> Result<(), WorkshopError> {
        let entry = checked(name)?;
        let vault = Arc::clone(&self.vault);
        Ok(tokio::task::spawn_blocking(move || vault.set(&entry, &secret)).await??)
    }

    /// Takes a secret out of the keychain.
    pub async fn remove_secret(&self, name: &str) -> Result<(), WorkshopError> {
        let entry = checked(name)?;
        let vault = Arc::clone(&self.vault);
        if tokio::task::spawn_blocking(move || vault.remove(&entry)).await?? {
            return Ok(());
        }
        Err(WorkshopError::NotFound { what: format!("secret {name}") })
    }

    /// Whether the keychain has an entry of this name.
    pub async fn has_secret(&self, name: &str) -> Result<bool, WorkshopError> {
        let entry = checked(name)?;
        let vault = Arc::clone(&self.vault);
        Ok(tokio::task::spawn_blocking(move || vault.get(&entry)).await??.is_some())
    }
}

fn checked(name: &str) -> Result<String, WorkshopError> {
    let name = name.trim();
    let sound = !name.is_empty() && name.chars().count() <= NAME_MAX && !name.chars().any(char::is_control);
    if sound { Ok(name.to_owned()) } else { Err(WorkshopError::SecretName { name: name.to_owned() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_vault_gives_back_what_was_put_in_and_nothing_else() {
        let vault: Arc<dyn Vault> = Arc::new(MemoryVault::default());
        vault.set("password/shop", &Secret::new("hunter2")).unwrap();
        let source = Source(Arc::clone(&vault));
        assert_eq!(source.get("password/shop").await.unwrap().reveal(), "hunter2");
        let fault = source.get("password/forum").await.unwrap_err();
        assert_eq!(fault, SecretFault::Missing { name: "password/forum".into() });
        assert!(vault.remove("password/shop").unwrap() && !vault.remove("password/shop").unwrap());
        assert!(!format!("{vault:?}").contains("hunter2"));
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(checked(" password/shop ").unwrap(), "password/shop");
        assert!(checked("").is_err() && checked("a\nb").is_err() && checked(&"x".repeat(201)).is_err());
    }

    #[test]
    fn a_system_without_a_keychain_says_what_to_do() {
        let fault = unreachable(&keyring::Error::NoStorageAccess("no bus".into()));
        assert!(fault.to_string().contains("GNOME Keyring"), "{fault}");
        // What was read stays out of words.
        let fault = unreachable(&keyring::Error::BadEncoding(b"hunter2".to_vec()));
        assert!(!fault.to_string().contains("hunter2"), "{fault}");
    }
}
