//! The automation browser of this workshop: started when first needed, kept, started anew when it is gone.

use std::path::PathBuf;

use atelier_browser::{Browser, LaunchOptions};
use tokio::sync::Mutex;

use crate::error::WorkshopError;
use crate::home::Workshop;

/// Size of the automation window in CSS pixels.
const WINDOW: (u32, u32) = (1280, 800);

#[derive(Debug)]
pub(crate) struct Session {
    profile: PathBuf,
    open: Mutex<Option<(Browser, bool)>>,
}

impl Session {
    pub fn new(profile: PathBuf) -> Self {
        Self { profile, open: Mutex::new(None) }
    }

    /// Ends the browser, if one runs.
    pub async fn close(&self) {
        if let Some((browser, _)) = self.open.lock().await.take()
            && let Err(error) = browser.close().await
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

    /// A running browser, with or without its own window. While something is recorded it is not shared.
    pub(crate) async fn browser(&self, headless: bool) -> Result<Browser, WorkshopError> {
        if self.recording.lock().await.is_some() {
            return Err(WorkshopError::Busy { what: "a recording" });
        }
        self.browser_at(headless, None).await
    }

    /// As [`Workshop::browser`]; where a debugging port is asked for, started anew with it.
    pub(crate) async fn browser_at(
        &self,
        headless: bool,
        devtools_port: Option<u16>,
    ) -> Result<Browser, WorkshopError> {
        let mut open = self.session.open.lock().await;
        if let Some((browser, as_asked)) = open.take() {
            if browser.is_alive() && as_asked == headless && devtools_port.is_none() {
                *open = Some((browser.clone(), headless));
                return Ok(browser);
            }
            // Dead, or of the other kind: two browsers cannot share one profile.
            let _ = browser.close().await;
        }
        let no_sandbox = self.options.surroundings.no_sandbox;
        if no_sandbox {
            tracing::warn!("Chromium runs without its sandbox, as it must for this user");
        }
        let browser = Browser::launch(LaunchOptions {
            program: Some(self.browser_program().await?),
            headless,
            profile: self.session.profile.clone(),
            window: WINDOW,
            no_sandbox,
            devtools_port,
        })
        .await?;
        *open = Some((browser.clone(), headless));
        Ok(browser)
    }
}
