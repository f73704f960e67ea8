//! Just enough HTTP to ask the practice sites, which listen on this machine.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

pub fn get(site: &str, path: &str) -> Result<Value> {
    ask(site, &format!("GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", host(site)?))
}

pub fn post(site: &str, path: &str, body: &Value) -> Result<Value> {
    let body = body.to_string();
    let host = host(site)?;
    ask(
        site,
        &format!(
            "POST {path} HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
    )
}

fn host(site: &str) -> Result<&str> {
    let rest = site.strip_prefix("http://").with_context(|| format!("`{site}` is no http address"))?;
    Ok(rest.split('/').next().unwrap_or(rest))
}

fn ask(site: &str, request: &str) -> Result<Value> {
    let mut stream = TcpStream::connect(host(site)?).with_context(|| format!("`{site}` does not answer"))?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.write_all(request.as_bytes())?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply)?;
    let reply = String::from_utf8_lossy(&reply);
    let (head, body) = reply.split_once("\r\n\r\n").context("the reply has no end of head")?;
    let status = head.split_whitespace().nth(1).unwrap_or_default();
    if status != "200" {
        bail!("`{site}` answers with status {status}: {}", body.trim());
    }
    serde_json::from_str(body).with_context(|| format!("the reply of `{site}` is not JSON"))
}
