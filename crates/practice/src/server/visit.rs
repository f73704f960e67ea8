//! What a page handler gets of a request, and how it leads the visitor on.

use std::{convert::Infallible, sync::Arc};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};

use super::fields::Fields;
use crate::space::{MAIN_SPACE, Site, Spaces};

/// Cookie value of a visitor who signed out.
const GUEST: &str = "-";

/// One request as a handler sees it: `async fn page(visit: Visit<Shop>) -> …`.
#[derive(Debug, Clone)]
pub struct Visit<S: Site> {
    spaces: Arc<Spaces<S>>,
    pub space: String,
    /// Account of the visitor; `None` is a guest.
    pub account: Option<String>,
    /// Path with query, for return addresses and the marking of the present place.
    pub here: String,
    pub query: Fields,
    /// Where a login leads back to: this page, or the page a submitted form stood on.
    back: String,
    /// Fields of a submitted form; empty on GET.
    pub form: Fields,
    /// Message left by the request before, to be shown once.
    pub flash: Option<String>,
    /// The page's own script asks (it sends `X-Requested-With`), and wants JSON instead of a redirect.
    pub scripted: bool,
}

/// Put into the request by the middleware, taken out by [`Visit`].
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub space: String,
    pub form: Fields,
}

impl<S: Site> Visit<S> {
    /// The present state of the visitor's space.
    pub fn state(&self) -> Arc<S> {
        self.spaces.state(&self.space)
    }

    /// Changes the visitor's space.
    pub fn change<R>(&self, write: impl FnOnce(&mut S) -> R) -> R {
        self.spaces.change(&self.space, write)
    }

    /// Leads to another page of this site after a write (303).
    pub fn redirect(&self, to: impl Into<String>) -> Departure {
        Departure { site: S::NAME, to: local_address(&to.into()), flash: None, session: None }
    }

    /// Leads a guest to the login page, with this page as return address.
    /// For a form, the return address is the page it stood on.
    pub fn to_login(&self) -> Departure {
        let query = Fields::default().query_with("return", Some(&self.return_or(&self.back)));
        self.redirect(format!("/login?{query}"))
    }

    /// Return address of a form (`return` field or query), else `otherwise`. Never another site.
    pub fn return_or(&self, otherwise: &str) -> String {
        let asked = self.form.get("return").or_else(|| self.query.get("return"));
        local_address(asked.filter(|address| !address.is_empty()).unwrap_or(otherwise))
    }

    /// Page number of `?page=`, from 1.
    pub fn page(&self) -> usize {
        self.query.parse("page").filter(|page| (1..=10_000).contains(page)).unwrap_or(1)
    }
}

impl<S: Site> FromRequestParts<Arc<Spaces<S>>> for Visit<S> {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, spaces: &Arc<Spaces<S>>) -> Result<Self, Infallible> {
        let arrival = parts.extensions.get::<Arrival>().cloned();
        let (space, form) = arrival.map_or_else(
            || (MAIN_SPACE.to_owned(), Fields::default()),
            |arrival| (arrival.space, arrival.form),
        );
        let account = match cookie(&parts.headers, &session_cookie::<S>()) {
            None => Some(S::DEMO_ACCOUNT.to_owned()),
            Some(name) => spaces.state(&space).has_account(&name).then_some(name),
        };
        let here: String = parts.uri.path_and_query().map_or("/", |address| address.as_str()).to_owned();
        let back = if parts.method == Method::GET { here.clone() } else { referrer(&parts.headers) };
        Ok(Self {
            back,
            spaces: Arc::clone(spaces),
            space,
            account,
            here,
            query: Fields::from_urlencoded(parts.uri.query().unwrap_or_default().as_bytes()),
            form,
            flash: cookie(&parts.headers, &flash_cookie(S::NAME)),
            scripted: parts.headers.contains_key("x-requested-with"),
        })
    }
}

/// A redirect, perhaps with a message and a change of session.
#[derive(Debug, Clone)]
pub struct Departure {
    site: &'static str,
    to: String,
    flash: Option<String>,
    session: Option<String>,
}

impl Departure {
    /// Message shown once on the next page.
    #[must_use]
    pub fn flash(mut self, message: impl Into<String>) -> Self {
        self.flash = Some(message.into());
        self
    }

    #[must_use]
    pub fn sign_in(mut self, account: &str) -> Self {
        self.session = Some(account.to_owned());
        self
    }

    #[must_use]
    pub fn sign_out(mut self) -> Self {
        self.session = Some(GUEST.to_owned());
        self
    }
}

impl IntoResponse for Departure {
    fn into_response(self) -> Response {
        let mut response = StatusCode::SEE_OTHER.into_response();
        let headers = response.headers_mut();
        if let Ok(to) = HeaderValue::from_str(&self.to) {
            headers.insert(header::LOCATION, to);
        }
        let mut cookies = Vec::new();
        if let Some(account) = &self.session {
            cookies.push(format!(
                "{}_session={}; Path=/; HttpOnly; SameSite=Lax",
                self.site,
                encode(account)
            ));
        }
        if let Some(message) = &self.flash {
            cookies.push(format!(
                "{}={}; Path=/; HttpOnly; SameSite=Lax",
                flash_cookie(self.site),
                encode(message)
            ));
        }
        for cookie in cookies {
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                headers.append(header::SET_COOKIE, cookie);
            }
        }
        response
    }
}

pub(super) fn flash_cookie(site: &str) -> String {
    format!("{site}_flash")
}

// Cookies ignore ports: both sites share a host, so each has its own names.
fn session_cookie<S: Site>() -> String {
    format!("{}_session", S::NAME)
}

/// The decoded value of a cookie of the request.
pub(super) fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        (key.trim() == name).then(|| decode(value.trim()))
    })
}

/// Path and query of the page that a form stood on.
fn referrer(headers: &HeaderMap) -> String {
    let sent = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    let page = sent.and_then(|address| url::Url::parse(address).ok());
    page.map_or_else(
        || "/".to_owned(),
        |page| page[url::Position::BeforePath..url::Position::AfterQuery].to_owned(),
    )
}

fn encode(value: &str) -> String {
    url::form_urlencoded::byte_serialize(value.as_bytes()).collect()
}

fn decode(value: &str) -> String {
    // A cookie value has no `=` or `&` of its own after `encode`.
    let pairs = url::form_urlencoded::parse(value.as_bytes());
    pairs.map(|(key, _)| key.into_owned()).next().unwrap_or_default()
}

/// The address if it is a path of this site in plain ASCII, else `/`.
fn local_address(address: &str) -> String {
    let local = address.starts_with('/') && !address.starts_with("//") && !address.contains('\\');
    if local && address.bytes().all(|b| b.is_ascii_graphic()) { address.to_owned() } else { "/".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn return_addresses_stay_on_the_site() {
        for foreign in ["//evil.test", "https://evil.test", "/\\evil.test", "", "/a\r\nb"] {
            assert_eq!(local_address(foreign), "/", "{foreign:?}");
        }
        assert_eq!(local_address("/f/books?t=week"), "/f/books?t=week");
    }

    #[test]
    fn cookies_survive_their_encoding() {
        let mut headers = HeaderMap::new();
        let text = "Saved; ada@practice.test = fine & good";
        let line = format!("a=b; forum_flash={}", encode(text));
        headers.insert(header::COOKIE, line.parse().unwrap());
        assert_eq!(cookie(&headers, "forum_flash").as_deref(), Some(text));
        assert_eq!(cookie(&headers, "flash"), None);
    }
}
