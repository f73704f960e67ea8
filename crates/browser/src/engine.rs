//! The page engine: its source, and the shapes of its answers.

use serde::Deserialize;

/// Script for an isolated world of the page; installs `globalThis.atelier` there.
pub(crate) const SOURCE: &str = concat!(
    "(() => { \"use strict\";\n",
    include_str!("page_script/dom.js"),
    include_str!("page_script/role.js"),
    include_str!("page_script/describe.js"),
    include_str!("page_script/likeness.js"),
    include_str!("page_script/find.js"),
    include_str!("page_script/state.js"),
    include_str!("page_script/act.js"),
    include_str!("page_script/editor.js"),
    include_str!("page_script/widget.js"),
    include_str!("page_script/veil.js"),
    include_str!("page_script/observe.js"),
    include_str!("page_script/entry.js"),
    "\nreturn void 0; })()"
);

/// Number of an element, valid for one document.
pub(crate) type Handle = u64;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Found {
    pub hidden: bool,
    pub found: Vec<FoundOne>,
    #[serde(default)]
    pub beyond: Option<Beyond>,
    /// Frames of other sites that may be meant, where the frame path leads nowhere.
    #[serde(default)]
    pub lost: Vec<Handle>,
}

/// The frame of another site through which a frame path leads on.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Beyond {
    pub handle: Handle,
    pub rest: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Queried {
    pub found: Vec<Sketch>,
    /// Frames of other sites, which were not searched.
    pub frames: Vec<Handle>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Contained {
    pub held: Vec<bool>,
    pub frames: Vec<Handle>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FoundOne {
    pub handle: Handle,
    pub description: String,
    pub carried: Vec<atelier_core::target::Identity>,
    #[serde(default)]
    pub near: std::collections::BTreeMap<atelier_core::target::Identity, f64>,
    pub visible: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Sketch {
    pub handle: Handle,
    pub description: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Ready {
    pub ok: bool,
    #[serde(default)]
    pub x: f64,
    #[serde(default)]
    pub y: f64,
    #[serde(default)]
    pub reason: String,
    #[serde(default)]
    pub by: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Begun {
    pub download: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Settled {
    /// A new document was asked for.
    pub begun: Option<Begun>,
    /// The address changed within the document.
    pub moved: bool,
    pub opens_tab: bool,
    pub url: String,
    pub ready_state: String,
    pub still_ms: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub(crate) enum Filled {
    Gone,
    Refused {
        why: String,
    },
    Type {
        handle: Handle,
        secret: bool,
    },
    /// A rich editor, which keeps a document of its own.
    Editor {
        handle: Handle,
        secret: bool,
    },
    Done {
        secret: bool,
    },
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Choice {
    pub gone: bool,
    pub fixed: bool,
    pub disabled: bool,
    pub options: Option<Vec<String>>,
    pub chosen: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CheckState {
    pub gone: bool,
    pub checked: bool,
    pub kind: String,
    pub can: bool,
    pub press: Handle,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct About {
    pub target: atelier_core::target::Target,
    pub secret: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Shown {
    pub url: String,
    pub title: String,
    pub texts: Vec<String>,
    pub frames: Vec<Handle>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Where {
    pub url: String,
    pub title: String,
    pub status: Option<u16>,
}
