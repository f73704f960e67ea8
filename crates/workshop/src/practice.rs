//! The practice sites: served by this process, registered as test sites, with samples and tasks.

use atelier_core::ipc::{PracticeView, Suggestion};
use atelier_core::site::{Site, SiteKind};
use atelier_practice::{Practice, PracticeOptions};
use serde::Deserialize;

use crate::error::WorkshopError;
use crate::home::Workshop;

/// Origin that the sample trajectories carry; moved to the live one by the alias.
const RECORDED_AT: [(&str, &str); 2] = [("forum", "http://forum.practice"), ("shop", "http://shop.practice")];

impl Workshop {
    /// Serves both sites until the workshop closes, and registers their addresses as test sites.
    ///
    /// With `port` 0 both take free ports; else the forum takes it and the shop the next one.
    pub async fn serve_practice(&self, port: u16, seed: u64) -> Result<PracticeView, WorkshopError> {
        let mut held = self.practice.lock().await;
        if let Some(practice) = held.as_ref() {
            return Ok(view(practice));
        }
        let options = PracticeOptions {
            forum_port: port,
            shop_port: if port == 0 { 0 } else { port.saturating_add(1) },
            seed,
            ..PracticeOptions::default()
        };
        let practice = atelier_practice::serve(options).await?;
        let sites = view(&practice);
        self.register_practice("forum", &sites.forum).await?;
        self.register_practice("shop", &sites.shop).await?;
        *held = Some(practice);
        Ok(sites)
    }

    /// Waits until a practice site stops by itself or the process is asked to end.
    pub async fn practice_until_stopped(&self) {
        let Some(practice) = self.practice.lock().await.take() else {
            return;
        };
        tokio::select! {
            stopped = practice.wait() => {
                if let Err(error) = stopped {
                    tracing::error!("{error}");
                }
            }
            _ = tokio::signal::ctrl_c() => {}
            () = terminated() => {}
        }
    }

    /// Addresses of the practice sites that this process serves.
    pub async fn practice_view(&self) -> Option<PracticeView> {
        self.practice.lock().await.as_ref().map(view)
    }

    /// Recognises a practice site that another process serves at a loopback address, and registers it.
    /// Only loopback is asked, so that no page on the web can claim an alias.
    pub async fn recognise_practice(&self, url: &str) -> Result<(), WorkshopError> {
        let Some(origin) = atelier_core::site::origin(url) else {
            return Ok(());
        };
        let loopback = ["http://127.0.0.1", "http://localhost", "http://[::1]"].iter().any(|host| {
            origin.strip_prefix(host).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        });
        if !loopback {
            return Ok(());
        }
        if let Some(alias) = answers_as(&origin).await
            && RECORDED_AT.iter().any(|(known, _)| *known == alias)
        {
            self.register_practice(&alias, &origin).await?;
        }
        Ok(())
    }

    /// The address as it can be reached now: on a practice site that nobody serves, the sites are started
    /// in this process, and an address of an earlier run is moved to the live one.
    pub(crate) async fn live_start(&self, url: &str) -> Result<String, WorkshopError> {
        let bad = || WorkshopError::BadUrl { url: url.to_owned() };
        self.recognise_practice(url).await?;
        let place = self.store.sites().all().await?.place(url).ok_or_else(bad)?;
        if RECORDED_AT.iter().any(|(alias, _)| *alias == place.alias) {
            self.ensure_practice(&place.alias).await?;
            return self.store.sites().all().await?.live(&place.alias, url).ok_or_else(bad);
        }
        Ok(url.to_owned())
    }

    /// Starts the practice sites unless the live origin of `alias` answers.
    pub(crate) async fn ensure_practice(&self, alias: &str) -> Result<(), WorkshopError> {
        let sites = self.store.sites().all().await?;
        let live = sites.get(alias).and_then(|site| site.origins.first()).cloned().unwrap_or_default();
        if answers_as(&live).await.is_none_or(|site| site != alias) {
            self.serve_practice(0, 1).await?;
        }
        Ok(())
    }

    /// Makes `origin` the live one of a practice site.
    async fn register_practice(&self, alias: &str, origin: &str) -> Result<(), WorkshopError> {
        if self.store.sites().all().await?.get(alias).is_none() {
            self.store.sites().upsert(&site(alias)).await?;
        }
        self.store.sites().register_origin(alias, origin).await?;
        Ok(())
    }

    /// Tasks that a newcomer can have done at once: one for each of the first active skills of the practice
    /// sites, worded as one of the skill's own source intents.
    pub async fn suggest_tasks(&self) -> Result<Vec<Suggestion>, WorkshopError> {
        const MOST: usize = 3;
        let sites = self.store.sites().all().await?;
        let mut found = Vec::new();
        for skill in self.active_skills().await? {
            let Some(site) = sites.get(&skill.site).filter(|site| site.test_site) else {
                continue;
            };
            let (Some(intent), Some(origin)) = (skill.provenance.intents.first(), site.origins.first())
            else {
                continue;
            };
            found.push(Suggestion { intent: intent.text.clone(), start_url: format!("{origin}/") });
            if found.len() == MOST {
                break;
            }
        }
        Ok(found)
    }
}

/// The built-in description of a practice site, with the origin that samples were recorded at.
pub(crate) fn site(alias: &str) -> Site {
    let (kind, description) = match alias {
        "forum" => (
            SiteKind::Forum,
            "Commons, a forum: people post links, texts and pictures in forums, comment, vote, subscribe and write to each other.",
        ),
        _ => (
            SiteKind::Shop,
            "A shop: people look for products, compare, fill a cart, order, keep wish lists and addresses; staff tend products and orders.",
        ),
    };
    let recorded = RECORDED_AT.iter().filter(|(name, _)| *name == alias);
    Site {
        alias: alias.to_owned(),
        kind,
        description: description.to_owned(),
        origins: recorded.map(|(_, origin)| (*origin).to_owned()).collect(),
        test_site: true,
    }
}

/// Which practice site answers at a loopback origin, if one does.
async fn answers_as(origin: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Hello {
        site: String,
    }
    let client =
        reqwest::Client::builder().no_proxy().timeout(std::time::Duration::from_secs(2)).build().ok()?;
    let reply = client.get(format!("{origin}/api/practice")).send().await.ok()?;
    Some(reply.json::<Hello>().await.ok()?.site)
}

fn view(practice: &Practice) -> PracticeView {
    PracticeView { forum: practice.forum_url.clone(), shop: practice.shop_url.clone() }
}

#[cfg(unix)]
async fn terminated() {
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending::<()>().await;
}
