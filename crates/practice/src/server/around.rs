//! The middleware around every request: which space, how much body, what the log says.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{
    fields::Fields,
    visit::{Arrival, cookie, flash_cookie},
};
use crate::space::{LogLine, MAIN_SPACE, Site, Spaces, is_space_name};

/// Largest request body, in bytes (pictures are the largest thing sent).
const MAX_BODY: usize = 3 << 20;

pub(super) async fn around<S: Site>(
    State(spaces): State<Arc<Spaces<S>>>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let path = parts.uri.path().to_owned();
    let named = if path.starts_with("/api/") {
        Fields::from_urlencoded(query.as_bytes()).get("space").map(str::to_owned)
    } else {
        None
    };
    let named = named.or_else(|| cookie(&parts.headers, "space"));
    let space = named.unwrap_or_else(|| MAIN_SPACE.to_owned());
    if !is_space_name(&space) {
        return refuse(
            StatusCode::BAD_REQUEST,
            "The name of the space is not usable: use 1 to 64 letters, digits, `-` or `_`.",
        );
    }

    let Ok(bytes) = to_bytes(body, MAX_BODY).await else {
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large: 3 MB at most.");
    };
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let form = if parts.method == Method::GET || kind.starts_with("application/json") {
        Fields::default()
    } else if kind.starts_with("multipart/form-data") {
        Fields::from_multipart(kind, &bytes)
    } else {
        Fields::from_urlencoded(&bytes)
    };

    let mut line = LogLine {
        n: 0,
        space: space.clone(),
        method: parts.method.to_string(),
        path,
        query,
        form_fields: form.names(),
        status: 0,
    };
    let had_flash = cookie(&parts.headers, &flash_cookie(S::NAME)).is_some();
    let is_get = parts.method == Method::GET;
    parts.extensions.insert(Arrival { space, form });
    let mut response = next.run(Request::from_parts(parts, Body::from(bytes))).await;

    line.status = response.status().as_u16();
    let headers = response.headers_mut();
    let is_page =
        headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"));
    if is_page {
        // The same address shows another state after a write or a reset.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        if had_flash && is_get {
            let clear = format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax", flash_cookie(S::NAME));
            if let Ok(clear) = HeaderValue::from_str(&clear) {
                headers.append(header::SET_COOKIE, clear);
            }
        }
    }
    // The log tells what visitors did; reading it must not change it.
    if !line.path.starts_with("/api/") {
        spaces.record(line);
    }
    response
}

fn refuse(status: StatusCode, why: &'static str) -> Response {
    (status, why).into_response()
}
