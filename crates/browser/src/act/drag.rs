//! Dragging: by mouse, and where the page starts a native drag, by drag events.

use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::input::EventDragIntercepted;
use futures::StreamExt;
use serde_json::{Value, json};

use super::{PRESS, dispatch, lenient, mouse};
use crate::CALL_LIMIT;
use crate::error::BrowserError;
use crate::locate::Chosen;
use crate::page::Page;

/// Milliseconds that a thing is held over the place where it is put down.
const HOLD: u64 = 80;

impl Page {
    pub(crate) async fn drag(&self, from: &Chosen, to: &Chosen, until: Instant) -> Result<(), BrowserError> {
        let (x, y) = self.ready(from, PRESS, until).await?;
        let tab = self.session.tab()?;
        let mut native = self
            .session
            .inner
            .bounded("dragging", CALL_LIMIT, tab.driver.event_listener::<EventDragIntercepted>())
            .await?;
        tab.call("Input.setInterceptDrags", json!({ "enabled": true })).await?;
        let press = "Input.dispatchMouseEvent";
        let start = vec![
            mouse("mouseMoved", x, y, 0, 0),
            mouse("mousePressed", x, y, 1, 1),
            mouse("mouseMoved", x + 4.0, y + 4.0, 1, 0),
            mouse("mouseMoved", x + 9.0, y + 9.0, 1, 0),
        ];
        dispatch(&tab, press, start).await?;
        let (tx, ty) = self.ready(to, PRESS, until).await?;
        let middle = mouse("mouseMoved", f64::midpoint(x, tx), f64::midpoint(y, ty), 1, 0);
        dispatch(&tab, press, vec![middle, mouse("mouseMoved", tx, ty, 1, 0)]).await?;
        // Pages look where a thing is held from time to time only: a hand rests there before it lets go.
        lenient(tab.run::<Value>("hold", json!({ "ms": HOLD })).await.map(drop))?;
        let data = tokio::time::timeout(Duration::from_millis(10), native.next()).await.ok().flatten();
        if let Some(event) = data {
            let data = serde_json::to_value(&event.data).unwrap_or_default();
            let events = ["dragEnter", "dragOver", "drop"]
                .map(|kind| json!({ "type": kind, "x": tx, "y": ty, "data": data }))
                .to_vec();
            dispatch(&tab, "Input.dispatchDragEvent", events).await?;
        }
        dispatch(&tab, press, vec![mouse("mouseReleased", tx, ty, 0, 1)]).await?;
        tab.call("Input.setInterceptDrags", json!({ "enabled": false })).await.map(drop)
    }
}
