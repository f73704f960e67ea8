//! What is asked back, beside the loop: pictures, the way to a frame, closed shadow roots.

use base64::Engine;
use serde_json::{Value, json};

use super::{Answer, Hear};
use crate::cdp::Cdp;
use crate::record::told::Told;

impl Hear {
    /// Asks for the CSS of a frame's element in its parent's document.
    pub(super) fn ask_frame(&self, frame: &str) {
        let Some(known) = self.targets.frames.get(frame) else { return };
        let Some(parent) = known.parent.as_ref().and_then(|parent| self.targets.frames.get(parent)) else {
            return;
        };
        let Some(context) = parent.context else { return };
        if known.css.is_some() {
            return;
        }
        let (cdp, answers) = (self.cdp.clone(), self.answers.clone());
        let (frame, session) = (frame.to_owned(), parent.session.clone());
        tokio::spawn(async move {
            if let Some(css) = frame_css(&cdp, &session, context, &frame).await {
                let _ = answers.send(Answer::FrameCss { frame, css });
            }
        });
    }

    /// Asks who stands in whom: a frame whose parents are not known cannot be placed.
    pub(super) fn ask_tree(&self, tab: u32, frame: &str) {
        let Some(session) = self.targets.frames.get(frame).map(|frame| frame.session.clone()) else { return };
        let asked = self.cdp.send(Some(&session), "Page.getFrameTree", json!({}));
        let answers = self.answers.clone();
        tokio::spawn(async move {
            if let Ok(mut answer) = asked.answer().await {
                let _ = answers.send(Answer::Tree { tab, session, tree: answer["frameTree"].take() });
            }
        });
    }

    /// Takes a picture of a tab, unless a secret field shows text by then.
    pub(super) fn ask_picture(&self, tab: u32, step: u32) {
        let Some(session) = self.targets.tab(tab).map(|tab| tab.session.clone()) else { return };
        let worlds = self.targets.worlds(Some(tab));
        let (cdp, answers) = (self.cdp.clone(), self.answers.clone());
        tokio::spawn(async move {
            let params = json!({ "format": "jpeg", "quality": 70, "optimizeForSpeed": true });
            let Ok(answer) = cdp.call(Some(&session), "Page.captureScreenshot", params).await else { return };
            for (session, context) in worlds {
                let params = json!({
                    "expression": "atelierRecorder.secretShown()",
                    "contextId": context,
                    "returnByValue": true,
                });
                // A document that is gone by now was in the picture all the same.
                let shown = cdp.call(Some(&session), "Runtime.evaluate", params).await;
                if shown.map_or(true, |shown| shown["result"]["value"] != Value::Bool(false)) {
                    return;
                }
            }
            let data = answer["data"].as_str().unwrap_or_default();
            if let Ok(jpeg) = base64::engine::general_purpose::STANDARD.decode(data) {
                let _ = answers.send(Answer::Picture { step, tab, jpeg });
            }
        });
    }

    /// Asks whether an element that is about to be clicked hides a closed shadow root.
    pub(super) fn probe(&self, session: &str, context: i64, told: &Told) {
        let (cdp, answers) = (self.cdp.clone(), self.answers.clone());
        let (session, key, handle, point) =
            (session.to_owned(), told.key.clone(), told.handle, told.point.unwrap_or_default());
        tokio::spawn(async move {
            let params = json!({
                "expression": format!("globalThis.atelier.node({handle})"),
                "contextId": context,
            });
            let session = Some(session.as_str());
            let Ok(answer) = cdp.call(session, "Runtime.evaluate", params).await else { return };
            let params = json!({ "objectId": answer["result"]["objectId"], "depth": 1, "pierce": true });
            let Ok(answer) = cdp.call(session, "DOM.describeNode", params).await else { return };
            let roots = answer["node"]["shadowRoots"].as_array();
            let closed = |root: &Value| root["shadowRootType"] == "closed";
            if roots.into_iter().flatten().any(closed) {
                let inside = inside(&cdp, session, context, point.x, point.y).await.unwrap_or_default();
                let _ = answers.send(Answer::Closed { key, inside });
            }
        });
    }
}

/// What stands at a point, closed shadow roots included, in words.
async fn inside(cdp: &Cdp, session: Option<&str>, context: i64, x: f64, y: f64) -> Option<String> {
    #[expect(clippy::cast_possible_truncation, reason = "a point in a window")]
    let params = json!({ "x": x as i64, "y": y as i64 });
    let at = cdp.call(session, "DOM.getNodeForLocation", params).await.ok()?;
    let params = json!({ "backendNodeId": at["backendNodeId"], "executionContextId": context });
    let object = cdp.call(session, "DOM.resolveNode", params).await.ok()?;
    let params = json!({
        "objectId": object["object"]["objectId"],
        "functionDeclaration":
            "function () { const el = this.nodeType === 1 ? this : this.parentElement; return el ? atelierRecorder.sketchOf(el) : ''; }",
        "returnByValue": true,
    });
    let said = cdp.call(session, "Runtime.callFunctionOn", params).await.ok()?;
    said["result"]["value"].as_str().map(str::to_owned)
}

async fn frame_css(cdp: &Cdp, session: &str, context: i64, frame: &str) -> Option<String> {
    let session = Some(session);
    let owner = cdp.call(session, "DOM.getFrameOwner", json!({ "frameId": frame })).await.ok()?;
    let params = json!({ "backendNodeId": owner["backendNodeId"], "executionContextId": context });
    let object = cdp.call(session, "DOM.resolveNode", params).await.ok()?;
    let params = json!({
        "objectId": object["object"]["objectId"],
        "functionDeclaration": "function () { return atelierRecorder.frameSelector(this); }",
        "returnByValue": true,
    });
    let said = cdp.call(session, "Runtime.callFunctionOn", params).await.ok()?;
    said["result"]["value"].as_str().map(str::to_owned)
}
