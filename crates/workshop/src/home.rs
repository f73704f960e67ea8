//! Opening and closing a workshop, and what it holds while open.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use atelier_core::sets::Stage;
use atelier_core::settings::{BrowserInUse, Settings};
use atelier_core::skill::Skill;
use atelier_embed::Embedder;
use atelier_practice::Practice;
use atelier_store::Store;
use tokio::sync::{Mutex, OnceCell};

use crate::embedding::TextEmbedder;
use crate::error::WorkshopError;
use crate::practice;
use crate::record::Active;
use crate::secrets::{Keychain, Vault};
use crate::session::Session;

/// What a shell gives a workshop.
#[derive(Clone, Debug)]
pub struct Options {
    /// The data folder.
    pub home: PathBuf,
    /// The folder that holds the embedding models.
    pub models: PathBuf,
    pub surroundings: Surroundings,
}

/// What the shell read from its environment.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Chromium program named by the environment.
    pub browser: Option<PathBuf>,
    /// Where programs are looked for.
    pub path: Option<OsString>,
    /// The user's folder, below which browsers keep their profiles.
    pub user_folder: Option<PathBuf>,
    /// The browser that this process uses whatever is set.
    pub browser_in_use: Option<BrowserInUse>,
    /// Chromium would refuse to start with its sandbox (root, containers).
    pub no_sandbox: bool,
}

/// An open workshop.
#[derive(Debug)]
pub struct Workshop {
    pub(crate) options: Options,
    pub(crate) store: Store,
    pub(crate) practice: Mutex<Option<Practice>>,
    pub(crate) session: Session,
    pub(crate) embedder: OnceCell<Arc<TextEmbedder>>,
    /// What the browser calls itself.
    pub(crate) browser_named: OnceCell<Option<String>>,
    pub(crate) tailoring: Running,
    pub(crate) running: Running,
    pub(crate) recording: Mutex<Option<Active>>,
    pub(crate) vault: Arc<dyn Vault>,
}

/// One kind of long work: at most one at a time, and it can be stopped.
#[derive(Debug, Default)]
pub(crate) struct Running {
    busy: AtomicBool,
    stop: Arc<AtomicBool>,
}

/// Held while the work goes on.
#[derive(Debug)]
pub(crate) struct Turn<'a>(&'a Running);

impl Running {
    /// Takes the one turn.
    pub fn begin(&self, what: &'static str) -> Result<Turn<'_>, WorkshopError> {
        if self.busy.swap(true, Ordering::SeqCst) {
            return Err(WorkshopError::Busy { what });
        }
        self.stop.store(false, Ordering::SeqCst);
        Ok(Turn(self))
    }

    /// Asks the work to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The flag that the work looks at.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::SeqCst);
    }
}

impl Workshop {
    /// Opens the workshop in a folder; what is missing there is made, runs of dead processes are closed.
    pub async fn open(options: Options) -> Result<Arc<Self>, WorkshopError> {
        Self::open_with(options, Arc::new(Keychain)).await
    }

    /// As [`Workshop::open`], with another place for secrets than the system's keychain.
    pub async fn open_with(options: Options, vault: Arc<dyn Vault>) -> Result<Arc<Self>, WorkshopError> {
        let store = Store::open(&options.home).await?;
        for task in store.tasks().close_interrupted().await? {
            tracing::warn!("task {task} was interrupted when the program ended");
        }
        for alias in ["forum", "shop"] {
            if store.sites().all().await?.get(alias).is_none() {
                store.sites().upsert(&practice::site(alias)).await?;
            }
        }
        Ok(Arc::new(Self {
            session: Session::new(options.home.clone()),
            options,
            store,
            practice: Mutex::new(None),
            embedder: OnceCell::new(),
            browser_named: OnceCell::new(),
            tailoring: Running::default(),
            running: Running::default(),
            recording: Mutex::new(None),
            vault,
        }))
    }

    /// Ends what this process serves and closes the store. Work that goes on is stopped first.
    pub async fn close(&self) {
        self.running.stop();
        self.tailoring.stop();
        drop(self.recording.lock().await.take());
        self.session.close().await;
        if let Some(practice) = self.practice.lock().await.take() {
            practice.shutdown().await;
        }
        self.store.clone().close().await;
    }

    /// What the user set.
    pub async fn settings(&self) -> Result<Settings, WorkshopError> {
        Ok(self.store.settings().load().await?)
    }

    /// Changes what the user set.
    pub async fn change_settings(
        &self,
        change: impl FnOnce(&mut Settings) + Send,
    ) -> Result<(), WorkshopError> {
        let mut settings = self.settings().await?;
        change(&mut settings);
        Ok(self.store.settings().save(&settings).await?)
    }

    /// A stored picture, JPEG.
    pub async fn picture(&self, hash: &str) -> Result<Vec<u8>, WorkshopError> {
        let found = self.store.pictures().get(hash).await?;
        found.ok_or_else(|| WorkshopError::NotFound { what: format!("picture {hash}") })
    }

    /// The skills of the active set.
    pub async fn active_skills(&self) -> Result<Vec<Skill>, WorkshopError> {
        let stages = self.store.moves().stage_of_all().await?;
        let mut skills = self.store.skills().current().await?;
        skills.retain(|skill| stages.get(&skill.id).is_some_and(|(stage, _)| *stage == Stage::Active));
        Ok(skills)
    }

    /// The embedding model with its cache, loaded when first needed.
    pub(crate) async fn embedder(&self) -> Result<Arc<TextEmbedder>, WorkshopError> {
        let loaded = self.embedder.get_or_try_init(|| async {
            let folder = self.options.models.join(TextEmbedder::FOLDER);
            let store = self.store.clone();
            let runtime = tokio::runtime::Handle::current();
            let embedder =
                tokio::task::spawn_blocking(move || TextEmbedder::load(&folder, store, runtime)).await??;
            Ok::<_, WorkshopError>(Arc::new(embedder))
        });
        Ok(Arc::clone(loaded.await?))
    }

    /// Vectors of texts, in their order.
    pub async fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, WorkshopError> {
        let embedder = self.embedder().await?;
        let work = move || {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder.embed(&texts)
        };
        Ok(tokio::task::spawn_blocking(work).await??)
    }
}
