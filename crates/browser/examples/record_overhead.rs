//! Prints how long the recorder's listeners take per event, on a page with 650 controls.
//!
//! `cargo run -p atelier-browser --example record_overhead`

use atelier_browser::{Browser, BrowserError, Cdp, LaunchOptions, RecordOptions, Recording};
use serde_json::json;

/// Milliseconds that the 95th percentile has to stay below.
const LIMIT: f64 = 5.0;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let profile = tempfile::tempdir()?;
    let browser = Browser::launch(LaunchOptions {
        program: None,
        headless: true,
        profile: profile.path().to_owned(),
        window: (1100, 700),
        no_sandbox: true,
        devtools_port: None,
    })
    .await?;
    let fine = measure(&browser).await;
    browser.close().await?;
    if fine? { Ok(()) } else { Err(format!("the 95th percentile is above {LIMIT} ms").into()) }
}

async fn measure(browser: &Browser) -> Result<bool, Box<dyn std::error::Error>> {
    let pages = atelier_testkit::Pages::serve([("/", atelier_testkit::Reply::html(page()))]).await?;
    let options = RecordOptions { start_url: pages.url("/"), isolated: true, ..RecordOptions::default() };
    let (recording, mut events) = Recording::start(browser, options).await?;
    let (cdp, _) = Cdp::connect(browser.devtools_address()).await?;
    let session = find(&cdp, &pages.url("/")).await?;
    for round in 0..40 {
        let y = 20.0 + f64::from(round % 12) * 50.0;
        for x in [30, 130, 230, 330] {
            mouse(&cdp, &session, "mouseMoved", f64::from(x), y, 0).await?;
        }
        mouse(&cdp, &session, "mousePressed", 330.0, y, 1).await?;
        mouse(&cdp, &session, "mouseReleased", 330.0, y, 1).await?;
        let focus = format!("document.querySelectorAll('input')[{round}].focus()");
        cdp.call(Some(&session), "Runtime.evaluate", json!({ "expression": focus })).await?;
        for key in ["t", "e", "a"] {
            for kind in ["keyDown", "keyUp"] {
                let text = if kind == "keyDown" { key } else { "" };
                let params = json!({ "type": kind, "key": key, "text": text });
                cdp.call(Some(&session), "Input.dispatchKeyEvent", params).await?;
            }
        }
    }
    let mut costs = recording.costs().await;
    while events.try_recv().is_ok() {}
    costs.sort_by(f64::total_cmp);
    let at = |share: f64| costs.get((costs.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!("events   {}", costs.len());
    println!("median   {:.2} ms", at(0.5));
    println!("95 %     {:.2} ms (limit {LIMIT} ms)", at(0.95));
    println!("99 %     {:.2} ms", at(0.99));
    println!("longest  {:.2} ms", costs.last().copied().unwrap_or_default());
    Ok(at(0.95) < LIMIT)
}

fn page() -> String {
    let mut html =
        "<title>Many</title><style>li{display:inline-block;width:250px;height:46px}</style><ul>".to_owned();
    for n in 0..325 {
        html.push_str(&format!(
            "<li><label>Field {n} <input name=f{n} size=8></label> <button>Do {n}</button></li>"
        ));
    }
    html + "</ul>"
}

/// A session with the tab, which shows its address a moment after it was asked to.
async fn find(cdp: &Cdp, url: &str) -> Result<String, BrowserError> {
    for _ in 0..200 {
        let targets = cdp.call(None, "Target.getTargets", json!({})).await?;
        let found = targets["targetInfos"].as_array().into_iter().flatten().find(|t| t["url"] == url);
        if let Some(target) = found.and_then(|target| target["targetId"].as_str()) {
            return cdp.attach(target).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    Err(BrowserError::PageGone { during: "finding the tab".into() })
}

async fn mouse(cdp: &Cdp, session: &str, kind: &str, x: f64, y: f64, count: u32) -> Result<(), BrowserError> {
    let button = if count > 0 { "left" } else { "none" };
    let params = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": count });
    cdp.call(Some(session), "Input.dispatchMouseEvent", params).await.map(drop)
}
