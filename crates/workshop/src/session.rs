//! The browser of this workshop: started or attached to when first needed, kept, and again when it is gone.

use std::path::PathBuf;

use atelier_browser::{Browser, FoundBrowser, LaunchOptions, find_users};
use atelier_core::ipc::BrowserChoices;
use atelier_core::settings::BrowserInUse;
use tokio::sync::Mutex;

use crate::error::WorkshopError;
use crate::home::Workshop;

/// Size of the automation window in CSS pixels.
const WINDOW: (u32, u32) = (1280, 800);

#[derive(Debug)]
pub(crate) struct Session {
    /// The data folder.
    home: PathBuf,
    open: Mutex<Option<Open>>,
}

#[derive(Debug)]
struct Open {
    browser: Browser,
    kind: BrowserInUse,
    headless: bool,
}

impl Session {
    pub fn new(home: PathBuf) -> Self {
        Self { home, open: Mutex::new(None) }
    }

    /// Folder of an identity's profile.
    fn profile(&self, identity: &str) -> PathBuf {
        if identity == BrowserInUse::FIRST_IDENTITY {
            self.home.join("profile")
        } else {
            self.home.join("profiles").join(identity)
        }
    }

    /// Names of the identities that have a profile; the first one always is among them.
    async fn identities(&self) -> Vec<String> {
        let mut names = vec![BrowserInUse::FIRST_IDENTITY.to_owned()];
        if let Ok(mut folders) = tokio::fs::read_dir(self.home.join("profiles")).await {
            while let Ok(Some(folder)) = folders.next_entry().await {
                let name = folder.file_name().to_string_lossy().into_owned();
                if BrowserInUse::check_identity(&name).is_ok() {
                    names.push(name);
                }
            }
        }
        names[1..].sort();
        names
    }

    /// Ends the browser, if one runs.
    pub async fn close(&self) {
        if let Some(open) = self.open.lock().await.take()
            && let Err(error) = open.browser.close().await
        {
            tracing::debug!("the browser did not end cleanly: {error}");
        }
    }
}

impl Workshop {
    /// The Chromium program in use: the user's choice, the environment's, or the one that is found.
    pub async fn browser_program(&self) -> Result<PathBuf, WorkshopError> {
        let chosen = self.settings().await?.browser.map(PathBuf::from);
        let named = chosen.or_else(|| self.options.surroundings.browser.clone());
        atelier_browser::find_program(named.as_deref(), self.options.surroundings.path.as_deref())
            .ok_or(WorkshopError::NoBrowser)
    }

    /// The browsers that can be chosen.
    pub async fn browser_choices(&self) -> Result<BrowserChoices, WorkshopError> {
        let in_use = self.browser_in_use().await?;
        let mut identities = self.session.identities().await;
        if let BrowserInUse::Own { identity } = &in_use
            && !identities.contains(identity)
        {
            identities.push(identity.clone());
        }
        let users = self.users_browsers().await.into_iter().map(|found| (found.name, found.address));
        Ok(BrowserChoices { in_use, identities, users: users.collect() })
    }

    async fn users_browsers(&self) -> Vec<FoundBrowser> {
        match &self.options.surroundings.user_folder {
            Some(folder) => find_users(folder).await,
            None => Vec::new(),
        }
    }

    /// What this process was told to use, else what the user set.
    pub async fn browser_in_use(&self) -> Result<BrowserInUse, WorkshopError> {
        match &self.options.surroundings.browser_in_use {
            Some(told) => Ok(told.clone()),
            None => Ok(self.settings().await?.browser_in_use),
        }
    }

    /// Sets the browser that is recorded and acted in.
    pub async fn set_browser_in_use(&self, wanted: BrowserInUse) -> Result<(), WorkshopError> {
        if let BrowserInUse::Own { identity } = &wanted {
            BrowserInUse::check_identity(identity).map_err(|reason| WorkshopError::BadIdentity { reason })?;
        }
        self.change_settings(|settings| settings.browser_in_use = wanted).await
    }

    /// A running browser to act in, with or without its own window. While something is recorded it is not shared.
    pub(crate) async fn browser(&self, headless: bool) -> Result<Browser, WorkshopError> {
        self.ensure_not_recording().await?;
        self.browser_at(headless, None).await
    }

    /// A running browser to check skills in: always Atelier's own, out of sight.
    pub(crate) async fn checking_browser(&self) -> Result<Browser, WorkshopError> {
        self.ensure_not_recording().await?;
        let kind = match self.browser_in_use().await? {
            own @ BrowserInUse::Own { .. } => own,
            BrowserInUse::Users { .. } => BrowserInUse::default(),
        };
        self.browser_of(kind, true, None).await
    }

    /// As [`Workshop::browser`]; where a debugging port is asked for, started anew with it.
    pub(crate) async fn browser_at(
        &self,
        headless: bool,
        devtools_port: Option<u16>,
    ) -> Result<Browser, WorkshopError> {
        self.browser_of(self.browser_in_use().await?, headless, devtools_port).await
    }

    async fn ensure_not_recording(&self) -> Result<(), WorkshopError> {
        match *self.recording.lock().await {
            Some(_) => Err(WorkshopError::Busy { what: "a recording" }),
            None => Ok(()),
        }
    }

    async fn browser_of(
        &self,
        kind: BrowserInUse,
        headless: bool,
        devtools_port: Option<u16>,
    ) -> Result<Browser, WorkshopError> {
        let mut open = self.session.open.lock().await;
        if let Some(held) = open.take() {
            // A user's own has a window whatever is asked for.
            let same = held.kind == kind && (held.headless == headless || !held.browser.is_own());
            if held.browser.is_alive() && same && devtools_port.is_none() {
                let browser = held.browser.clone();
                *open = Some(held);
                return Ok(browser);
            }
            // Dead, or of another kind: two browsers cannot share one profile.
            let _ = held.browser.close().await;
        }
        let browser = match &kind {
            BrowserInUse::Own { identity } => self.launch(identity, headless, devtools_port).await?,
            BrowserInUse::Users { address } => self.attach(address).await?,
        };
        *open = Some(Open { browser: browser.clone(), kind, headless });
        Ok(browser)
    }

    async fn launch(
        &self,
        identity: &str,
        headless: bool,
        devtools_port: Option<u16>,
    ) -> Result<Browser, WorkshopError> {
        let no_sandbox = self.options.surroundings.no_sandbox;
        if no_sandbox {
            tracing::warn!("Chromium runs without its sandbox, as it must for this user");
        }
        let options = LaunchOptions {
            program: Some(self.browser_program().await?),
            headless,
            profile: self.session.profile(identity),
            window: WINDOW,
            no_sandbox,
            devtools_port,
        };
        Ok(Browser::launch(options).await?)
    }

    async fn attach(&self, address: &str) -> Result<Browser, WorkshopError> {
        tracing::warn!("acting in your own browser, with everything that you are signed in to");
        if !address.is_empty() {
            return Ok(Browser::attach(address).await?);
        }
        let found = self.users_browsers().await;
        let first = found.first().ok_or(WorkshopError::NoUsersBrowser)?;
        Ok(Browser::attach(&first.address).await?)
    }
}
