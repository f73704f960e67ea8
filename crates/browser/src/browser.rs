//! One running Chromium: its process, its connection, and the tabs opened in it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use chromiumoxide::Handler;
use chromiumoxide::cdp::browser_protocol::browser::EventDownloadWillBegin;
use chromiumoxide::cdp::browser_protocol::target::{
    CreateTargetParams, EventTargetCrashed, EventTargetCreated, EventTargetDestroyed,
};
use chromiumoxide::error::CdpError;
use chromiumoxide::handler::HandlerConfig;
use chromiumoxide::types::{Command, Method, MethodId};
use futures::StreamExt;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{RwLock, watch};
use tokio::time::timeout;

use crate::attach;
use crate::cdp::Cdp;
use crate::error::BrowserError;
use crate::launch::{self, LaunchOptions};
use crate::page::{Page, Session};
use crate::{CALL_LIMIT, LAUNCH_LIMIT};

/// How often the connection is polled although nothing wakes it: the library's own time-outs rely on it.
const TICK: Duration = Duration::from_millis(500);

/// A running Chromium. Clones share it; one that was launched here ends with [`Browser::close`] or when the last clone is
/// dropped, a user's own goes on.
#[derive(Clone, Debug)]
pub struct Browser {
    pub(crate) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    driver: RwLock<chromiumoxide::Browser>,
    pub side: Cdp,
    /// Of the debugging socket.
    address: String,
    gone: watch::Sender<bool>,
    closing: AtomicBool,
    unreadable: AtomicU64,
    /// Targets that this crate is creating right now; those are no pop-ups.
    creating: AtomicU64,
    sessions: Mutex<Vec<Weak<Session>>>,
    /// Of a browser that was launched here.
    profile: Option<PathBuf>,
}

/// A protocol command by name: new fields of a newer Chromium do no harm to it.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Raw {
    #[serde(skip)]
    pub method: &'static str,
    pub params: Value,
}

impl Method for Raw {
    fn identifier(&self) -> MethodId {
        self.method.into()
    }
}

impl Command for Raw {
    type Response = Value;
}

/// Locks even where another thread panicked: the data are plain lists.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Browser {
    /// Starts Chromium with the profile given and waits until it answers.
    ///
    /// # Errors
    /// [`BrowserError::ProgramMissing`], [`BrowserError::ProfileBusy`], [`BrowserError::Profile`] or
    /// [`BrowserError::Launch`] with what Chromium said.
    pub async fn launch(options: LaunchOptions) -> Result<Self, BrowserError> {
        let path = std::env::var_os("PATH");
        let program = launch::find_program(options.program.as_deref(), path.as_deref()).ok_or_else(|| {
            BrowserError::ProgramMissing { looked: launch::looked(options.program.as_deref()) }
        })?;
        let profile = options.profile.clone();
        tokio::task::spawn_blocking(move || launch::prepare_profile(&profile)).await.map_err(|error| {
            BrowserError::Profile { profile: options.profile.clone(), reason: error.to_string() }
        })??;
        let config = launch::config(&program, &options)?;
        let failed = |reason: String| BrowserError::Launch { program: program.clone(), reason };
        let (driver, handler) = timeout(LAUNCH_LIMIT * 2, chromiumoxide::Browser::launch(config))
            .await
            .map_err(|_| failed("it did not answer in time".into()))?
            .map_err(|error| failed(short(&error.to_string())))?;
        launch::claim_profile(&options.profile);
        Self::over(driver, handler, Some(options.profile)).await
    }

    /// Uses a browser that the user started, at the address that they or [`attach::find_users`] gave: a port of this
    /// machine or its socket's address. Their tabs are left alone. Chrome asks the user about each connection, of which
    /// there are two, and a third for a recording.
    ///
    /// # Errors
    /// [`BrowserError::Attach`] with what is wrong with the address, or what did not answer there.
    pub async fn attach(address: &str) -> Result<Self, BrowserError> {
        let socket = attach::address_of(address)?;
        let refused =
            |reason: &str| BrowserError::Attach { address: address.to_owned(), reason: reason.to_owned() };
        let config = HandlerConfig {
            ignore_https_errors: false,
            ignore_invalid_messages: false,
            viewport: None,
            request_timeout: CALL_LIMIT,
            ..HandlerConfig::default()
        };
        let connecting = chromiumoxide::Browser::connect_with_config(socket, config);
        let (driver, handler) = timeout(attach::ALLOWING, connecting)
            .await
            .map_err(|_| refused("nobody allowed the connection within a minute"))?
            .map_err(|_| {
                refused(
                    "no browser answers there; start Chrome, allow remote debugging under \
                     chrome://inspect/#remote-debugging, and try again",
                )
            })?;
        Self::over(driver, handler, None).await
    }

    async fn over(
        driver: chromiumoxide::Browser,
        handler: Handler,
        profile: Option<PathBuf>,
    ) -> Result<Self, BrowserError> {
        let address = driver.websocket_address().clone();
        let limit = if profile.is_some() { CALL_LIMIT } else { attach::ALLOWING };
        let (side, _) = Cdp::connect_within(limit, &address).await?;
        let inner = Arc::new(Inner {
            driver: RwLock::new(driver),
            side,
            address,
            gone: watch::channel(false).0,
            closing: AtomicBool::new(false),
            unreadable: AtomicU64::new(0),
            creating: AtomicU64::new(0),
            sessions: Mutex::new(Vec::new()),
            profile,
        });
        tokio::spawn(supervise(handler, Arc::downgrade(&inner)));
        inner.listen().await?;
        inner.set_downloads(None).await?;
        Ok(Self { inner })
    }

    /// Product name and version, for example `Chrome/156.0.8078.114`.
    pub async fn version(&self) -> Result<String, BrowserError> {
        let answer = self.inner.call("Browser.getVersion", json!({})).await?;
        Ok(answer["product"].as_str().unwrap_or_default().to_owned())
    }

    /// Address of the debugging socket, on the loopback interface.
    pub fn devtools_address(&self) -> &str {
        &self.inner.address
    }

    /// False once Chromium has ended or its connection is lost; every call fails then.
    pub fn is_alive(&self) -> bool {
        !self.inner.is_gone()
    }

    /// Messages from Chromium that could not be read, since the start. A few per page are usual with a
    /// Chromium newer than the protocol definition.
    pub fn unreadable_messages(&self) -> u64 {
        self.inner.unreadable.load(Ordering::Relaxed)
    }

    /// A new tab in the profile.
    pub async fn open(&self) -> Result<Page, BrowserError> {
        self.inner.open(None).await
    }

    /// A new tab whose cookies and storage are apart from the profile's; they are dropped on [`Page::close`].
    pub async fn open_isolated(&self) -> Result<Page, BrowserError> {
        let answer =
            self.inner.call("Target.createBrowserContext", json!({ "disposeOnDetach": true })).await?;
        let Some(context) = answer["browserContextId"].as_str() else {
            return Err(BrowserError::Protocol {
                during: "opening a private tab".into(),
                reason: "no context was created".into(),
            });
        };
        self.inner.set_downloads(Some(context)).await?;
        self.inner.open(Some(context.to_owned())).await
    }

    /// False for one that the user started.
    pub fn is_own(&self) -> bool {
        self.inner.profile.is_some()
    }

    /// Ends Chromium, by force if it does not end by itself. A user's own is only let go of.
    pub async fn close(self) -> Result<(), BrowserError> {
        self.inner.closing.store(true, Ordering::Relaxed);
        let Some(profile) = self.inner.profile.clone() else {
            self.inner.gone.send_replace(true);
            return Ok(());
        };
        let mut driver = self.inner.driver.write().await;
        let asked = timeout(Duration::from_secs(5), driver.close()).await;
        let ended = match asked {
            Ok(Ok(_)) => timeout(Duration::from_secs(5), driver.wait()).await.is_ok(),
            _ => false,
        };
        if !ended {
            let _ = timeout(Duration::from_secs(5), async {
                let _ = driver.kill().await;
                let _ = driver.wait().await;
            })
            .await;
        }
        self.inner.gone.send_replace(true);
        let _ = tokio::task::spawn_blocking(move || launch::forget_sessions(&profile)).await;
        Ok(())
    }
}

impl Inner {
    pub fn is_gone(&self) -> bool {
        *self.gone.borrow()
    }

    /// True where Chromium is gone or turns out to be within a moment: its tabs are known to be gone first.
    pub async fn ends_soon(&self) -> bool {
        timeout(Duration::from_millis(300), self.wait_gone()).await.is_ok()
    }

    /// Resolves when Chromium is gone.
    pub async fn wait_gone(&self) {
        let mut gone = self.gone.subscribe();
        let _ = gone.wait_for(|gone| *gone).await;
    }

    /// One command to the browser itself.
    pub async fn call(&self, method: &'static str, params: Value) -> Result<Value, BrowserError> {
        let work = async {
            let driver = self.driver.read().await;
            driver.execute(Raw { method, params }).await
        };
        self.bounded(method, CALL_LIMIT, work).await.map(|answer| answer.result)
    }

    /// Waits for `work`, but no longer than `limit` and no longer than Chromium lives.
    pub async fn bounded<T>(
        &self,
        during: &str,
        limit: Duration,
        work: impl Future<Output = Result<T, CdpError>>,
    ) -> Result<T, BrowserError> {
        if self.is_gone() {
            return Err(BrowserError::BrowserGone);
        }
        tokio::select! {
            biased;
            done = timeout(limit, work) => match done {
                Ok(Ok(value)) => Ok(value),
                Ok(Err(error)) => Err(self.explain(during, limit, error).await),
                Err(_) => Err(BrowserError::Deadline { during: during.into(), limit }),
            },
            () = self.wait_gone() => Err(BrowserError::BrowserGone),
        }
    }

    async fn explain(&self, during: &str, limit: Duration, error: CdpError) -> BrowserError {
        let during = during.to_owned();
        match error {
            CdpError::Timeout => BrowserError::Deadline { during, limit },
            CdpError::Chrome(refusal) => {
                let text = refusal.message;
                if text.contains("context was destroyed")
                    || text.contains("navigated or closed")
                    || text.contains("was collected")
                {
                    BrowserError::Replaced { during }
                } else if text.contains("Session with given id not found") || text.contains("Target closed") {
                    BrowserError::PageGone { during }
                } else {
                    BrowserError::Protocol { during, reason: text }
                }
            }
            CdpError::ChannelSendError(_) | CdpError::NoResponse | CdpError::Ws(_) | CdpError::Io(_) => {
                // Whether the whole browser or just the page is gone shows a moment later.
                if self.ends_soon().await {
                    BrowserError::BrowserGone
                } else {
                    BrowserError::PageGone { during }
                }
            }
            other => BrowserError::Protocol { during, reason: short(&other.to_string()) },
        }
    }

    /// Downloads of the profile go to a folder of it, in a user's own browser where they always go. In a private context they are told and then dropped: ending
    /// such a context during a download would take Chromium with it.
    async fn set_downloads(&self, context: Option<&str>) -> Result<(), BrowserError> {
        let params = match (context, &self.profile) {
            (Some(context), _) => {
                json!({ "behavior": "deny", "browserContextId": context, "eventsEnabled": true })
            }
            (None, Some(profile)) => {
                json!({ "behavior": "allow", "downloadPath": profile.join("downloads"), "eventsEnabled": true })
            }
            (None, None) => json!({ "behavior": "default", "eventsEnabled": true }),
        };
        self.call("Browser.setDownloadBehavior", params).await.map(drop)
    }

    async fn open(self: &Arc<Self>, context: Option<String>) -> Result<Page, BrowserError> {
        let opened = self.open_tab(context.clone()).await?;
        let session = Session::start(Arc::clone(self), context, opened).await?;
        lock(&self.sessions).push(Arc::downgrade(&session));
        Ok(Page { session })
    }

    /// A new empty tab.
    pub async fn open_tab(&self, context: Option<String>) -> Result<chromiumoxide::Page, BrowserError> {
        let mut params = CreateTargetParams::new("about:blank");
        params.browser_context_id = context.map(Into::into);
        self.creating.fetch_add(1, Ordering::SeqCst);
        let opened = self
            .bounded("opening a tab", LAUNCH_LIMIT, async { self.driver.read().await.new_page(params).await })
            .await;
        self.creating.fetch_sub(1, Ordering::SeqCst);
        opened
    }

    /// The page object of a target that Chromium opened by itself; it is attached a moment after its creation.
    pub async fn adopt(&self, target: &str) -> Result<chromiumoxide::Page, BrowserError> {
        let mut tries = 0;
        loop {
            let id = target.to_owned().into();
            let found = self
                .bounded("following a new tab", CALL_LIMIT, async {
                    self.driver.read().await.get_page(id).await.map_or_else(
                        |error| match error {
                            CdpError::NotFound => Ok(None),
                            other => Err(other),
                        },
                        |page| Ok(Some(page)),
                    )
                })
                .await?;
            if let Some(page) = found {
                return Ok(page);
            }
            tries += 1;
            if tries > 200 {
                return Err(BrowserError::PageGone { during: "following a new tab".into() });
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn sessions(&self) -> Vec<Arc<Session>> {
        let mut sessions = lock(&self.sessions);
        sessions.retain(|session| session.strong_count() > 0);
        sessions.iter().filter_map(Weak::upgrade).collect()
    }

    /// Listens to what concerns whole targets, and hands it to the session it belongs to.
    async fn listen(self: &Arc<Self>) -> Result<(), BrowserError> {
        let driver = self.driver.read().await;
        let listening = "listening to Chromium";
        let mut created =
            self.bounded(listening, CALL_LIMIT, driver.event_listener::<EventTargetCreated>()).await?;
        let mut destroyed =
            self.bounded(listening, CALL_LIMIT, driver.event_listener::<EventTargetDestroyed>()).await?;
        let mut crashed =
            self.bounded(listening, CALL_LIMIT, driver.event_listener::<EventTargetCrashed>()).await?;
        let mut downloads =
            self.bounded(listening, CALL_LIMIT, driver.event_listener::<EventDownloadWillBegin>()).await?;
        drop(driver);
        let weak = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    event = created.next() => {
                        let (Some(event), Some(inner)) = (event, weak.upgrade()) else { return };
                        inner.on_created(&event);
                    }
                    event = destroyed.next() => {
                        let (Some(event), Some(inner)) = (event, weak.upgrade()) else { return };
                        for session in inner.sessions() {
                            session.on_closed(event.target_id.inner());
                        }
                    }
                    event = crashed.next() => {
                        let (Some(event), Some(inner)) = (event, weak.upgrade()) else { return };
                        for session in inner.sessions() {
                            session.on_crashed(event.target_id.inner());
                        }
                    }
                    event = downloads.next() => {
                        let (Some(event), Some(inner)) = (event, weak.upgrade()) else { return };
                        inner.on_download(event.frame_id.inner(), &event.suggested_filename);
                    }
                }
            }
        });
        Ok(())
    }

    /// A frame id is a target's id for its main frame; a download of an inner frame, or of a tab that closed at
    /// once, belongs to who is acting.
    fn on_download(&self, frame: &str, file: &str) {
        let sessions = self.sessions();
        let owner = sessions
            .iter()
            .find(|session| session.has_tab(frame))
            .or_else(|| sessions.iter().find(|session| session.is_acting()));
        if let Some(session) = owner {
            session.on_download(frame, file);
        }
    }

    fn on_created(self: &Arc<Self>, event: &EventTargetCreated) {
        let info = &event.target_info;
        if info.r#type != "page" {
            return;
        }
        let opener = info.opener_id.as_ref().map(|id| id.inner().as_str());
        let context = info.browser_context_id.as_ref().map(|id| id.inner().as_str());
        let creating = self.creating.load(Ordering::SeqCst) > 0;
        let sessions = self.sessions();
        let private = sessions.iter().any(|session| context.is_some() && session.context() == context);
        let owner = sessions.into_iter().find(|session| match opener {
            Some(opener) => session.has_tab(opener),
            // A link with `noopener` names no opener: it belongs to who is acting in that context.
            None => {
                let same = if private { session.context() == context } else { session.context().is_none() };
                !creating && session.is_acting() && same
            }
        });
        if let Some(session) = owner {
            session.on_popup(info.target_id.inner().clone());
        }
    }
}

/// Drives the connection until it ends, or until the library panics over it; then every open call fails.
async fn supervise(handler: Handler, inner: Weak<Inner>) {
    let ended = tokio::spawn(drive(handler, Weak::clone(&inner))).await;
    let Some(inner) = inner.upgrade() else { return };
    if !inner.closing.load(Ordering::Relaxed) {
        match ended {
            Ok(reason) => tracing::warn!(reason, "Chromium has ended unexpectedly"),
            Err(error) => tracing::error!(%error, "the connection to Chromium failed"),
        }
    }
    inner.gone.send_replace(true);
    for session in inner.sessions() {
        session.on_browser_gone();
    }
}

/// Tells why the connection ended.
async fn drive(mut handler: Handler, inner: Weak<Inner>) -> String {
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            item = handler.next() => match item {
                Some(Ok(())) => {}
                Some(Err(error @ (CdpError::Ws(_) | CdpError::Io(_)))) => return short(&error.to_string()),
                None => return "the connection was closed".into(),
                Some(Err(_)) => {
                    if let Some(inner) = inner.upgrade() {
                        inner.unreadable.fetch_add(1, Ordering::Relaxed);
                    }
                }
            },
            _ = tick.tick() => {
                let Some(inner) = inner.upgrade() else { return "nobody uses it any more".into() };
                if let Ok(mut driver) = inner.driver.try_write()
                    && let Ok(Some(status)) = driver.try_wait()
                {
                    return format!("its process ended with {status}");
                }
            }
        }
    }
}

/// The first lines of a long message.
pub(crate) fn short(text: &str) -> String {
    let cut: String = text.chars().take(600).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}
