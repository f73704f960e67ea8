//! Binding, composition of the routers and the life of the two listeners.
//!
//! - [`visit`]: what a page handler gets (state, account, fields) and how it answers
//! - [`fields`]: submitted forms and query strings
//! - `around`: the middleware: space, body limit, access log, flash messages
//! - `api`: `/api/…` of both sites

mod api;
mod around;
pub mod fields;
pub mod visit;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, middleware};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use crate::{
    forum::Commons,
    shop::Shop,
    space::{Site, Spaces},
};

/// Where to listen, and the seed of both sites.
#[derive(Debug, Clone)]
pub struct PracticeOptions {
    /// A loopback address; `127.0.0.1` by default.
    pub host: String,
    /// 0 takes any free port.
    pub forum_port: u16,
    /// 0 takes any free port.
    pub shop_port: u16,
    pub seed: u64,
}

impl Default for PracticeOptions {
    fn default() -> Self {
        Self { host: "127.0.0.1".to_owned(), forum_port: 0, shop_port: 0, seed: 1 }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PracticeError {
    #[error(
        "cannot listen on `{address}` for the {site}: {source}; choose another port or stop the program that uses it"
    )]
    Bind { site: &'static str, address: String, source: io::Error },
    #[error("`{host}` is not a loopback address; the practice sites have no protection, use `127.0.0.1`")]
    NotLoopback { host: String },
    #[error("the {site} stopped: {message}; start the practice sites again")]
    Stopped { site: &'static str, message: String },
}

/// The running practice sites. Dropping it stops them.
#[derive(Debug)]
pub struct Practice {
    /// Address without a trailing slash, like `http://127.0.0.1:4100`.
    pub forum_url: String,
    pub shop_url: String,
    /// For callers in the same process (tests, verification): the state without HTTP.
    pub forum: Arc<Spaces<Commons>>,
    pub shop: Arc<Spaces<Shop>>,
    stop: watch::Sender<bool>,
    listeners: Vec<(&'static str, JoinHandle<io::Result<()>>)>,
}

impl Practice {
    /// Stops both sites; open connections get a second to finish.
    pub async fn shutdown(mut self) {
        let _ = self.stop.send(true);
        for (_, mut listener) in self.listeners.drain(..) {
            // Browsers keep idle connections open for minutes: do not wait for them.
            if tokio::time::timeout(Duration::from_secs(1), &mut listener).await.is_err() {
                listener.abort();
            }
        }
    }

    /// Waits until a site stops by itself, which only a fault does.
    pub async fn wait(mut self) -> Result<(), PracticeError> {
        for (site, listener) in self.listeners.drain(..) {
            let stopped = match listener.await {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => error.to_string(),
                Err(error) => error.to_string(),
            };
            return Err(PracticeError::Stopped { site, message: stopped });
        }
        Ok(())
    }
}

impl Drop for Practice {
    fn drop(&mut self) {
        for (_, listener) in &self.listeners {
            listener.abort();
        }
    }
}

/// Starts both sites.
pub async fn serve(options: PracticeOptions) -> Result<Practice, PracticeError> {
    let loopback = options.host == "localhost"
        || options.host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    if !loopback {
        return Err(PracticeError::NotLoopback { host: options.host });
    }
    let (stop, stopped) = watch::channel(false);
    let forum = Arc::new(Spaces::<Commons>::new(options.seed));
    let shop = Arc::new(Spaces::<Shop>::new(options.seed));
    let (forum_at, forum_listener) =
        listen(&options.host, options.forum_port, Arc::clone(&forum), stopped.clone()).await?;
    let (shop_at, shop_listener) =
        listen(&options.host, options.shop_port, Arc::clone(&shop), stopped).await?;
    tracing::info!(forum = %forum_at, shop = %shop_at, seed = options.seed, "practice sites are up");
    Ok(Practice {
        forum_url: format!("http://{forum_at}"),
        shop_url: format!("http://{shop_at}"),
        forum,
        shop,
        stop,
        listeners: vec![(Commons::NAME, forum_listener), (Shop::NAME, shop_listener)],
    })
}

/// The whole router of one site: its pages, `/api` and the middleware around both.
pub fn site_router<S: Site>(spaces: Arc<Spaces<S>>) -> Router {
    S::router()
        .merge(api::router::<S>())
        .layer(middleware::from_fn_with_state(Arc::clone(&spaces), around::around::<S>))
        .with_state(spaces)
}

async fn listen<S: Site>(
    host: &str,
    port: u16,
    spaces: Arc<Spaces<S>>,
    mut stopped: watch::Receiver<bool>,
) -> Result<(SocketAddr, JoinHandle<io::Result<()>>), PracticeError> {
    let refused = |source| PracticeError::Bind { site: S::NAME, address: format!("{host}:{port}"), source };
    let listener = TcpListener::bind((host, port)).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let app = site_router(spaces);
    let task = tokio::spawn(async move {
        let until = async move {
            let _ = stopped.wait_for(|stop| *stop).await;
        };
        axum::serve(listener, app).with_graceful_shutdown(until).await
    });
    Ok((address, task))
}
