//! Signs drawn on a 16 px field, in the colour of the text beside them.

use leptos::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Run,
    Trajectories,
    Pipeline,
    Skills,
    Settings,
    Generated,
    Pool,
    Active,
    Quarantine,
    Read,
    Reversible,
    Irreversible,
    Done,
    Failed,
    Stopped,
    Asking,
    Nothing,
    Going,
    Pin,
    Never,
    Search,
    Close,
    Open,
    Import,
    History,
    More,
    Command,
    Page,
    Lock,
    Trash,
    Warning,
    Record,
    Pause,
    Tabs,
    Keys,
    Choice,
    File,
    Pointer,
    Copy,
    Edit,
    Map,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Self::Run => "M5 3.2v9.6l7.6-4.8z",
            Self::Trajectories => {
                "M3.5 12.2c4 .6 1.8-8.4 4.6-8.4s.8 9 4.4 8.4M3.5 12.2m-1.4 0a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0M12.5 3.8m-1.4 0a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0"
            }
            Self::Pipeline => "M2.2 3.2h11.6L9.6 8.4v4.2l-3.2 1V8.4z",
            Self::Skills => "M8 2l5.2 2.8v6.4L8 14l-5.2-2.8V4.8zM2.8 4.8L8 7.6l5.2-2.8M8 7.6V14",
            Self::Settings => {
                "M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M8.5 4.5a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0M4 11.5a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0"
            }
            Self::Generated => {
                "M8 2.5v2M8 11.5v2M2.5 8h2M11.5 8h2M4.1 4.1l1.4 1.4M10.5 10.5l1.4 1.4M11.9 4.1l-1.4 1.4M5.5 10.5l-1.4 1.4"
            }
            Self::Pool => "M2.5 5.5L8 2.8l5.5 2.7L8 8.2zM2.5 8.2L8 11l5.5-2.8M2.5 10.8L8 13.5l5.5-2.7",
            Self::Active => "M8.9 1.8L3.6 9h3.9l-.6 5.2L12.4 7H8.3z",
            Self::Quarantine => "M8 1.9l5 1.8v3.9c0 3-2 5.3-5 6.5-3-1.2-5-3.5-5-6.5V3.7zM8 5v3.4M8 10.7v.1",
            Self::Read => {
                "M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM6.2 8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0"
            }
            Self::Reversible => "M5.5 3L2.7 5.8l2.8 2.8M2.9 5.8h6.3a3.6 3.6 0 0 1 0 7.2H6",
            Self::Irreversible => "M14 2.2L7.2 9M14 2.2l-4.3 11.6L7.2 9 2.3 6.4z",
            Self::Done => "M3 8.5l3.2 3.2L13 4.8",
            Self::Failed => "M4 4l8 8M12 4l-8 8",
            Self::Stopped => "M4 4h8v8H4z",
            Self::Asking => "M5.7 5.9a2.3 2.3 0 1 1 3.5 2C8.4 8.4 8 8.8 8 9.7M8 12.2v.1",
            Self::Nothing => "M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M4.2 11.8l7.6-7.6",
            Self::Going => "M8 2.5a5.5 5.5 0 1 1-5.2 3.7",
            Self::Pin => "M6 2.2h4l-.5 4.3 2.3 2.3H4.2l2.3-2.3zM8 8.8v5",
            Self::Never => "M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M5 8h6",
            Self::Search => "M2.8 7a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0M10.2 10.2l3.3 3.3",
            Self::Close => "M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6",
            Self::Open => "M6 3.5L10.5 8 6 12.5",
            Self::Import => "M8 2.5v7M5 6.8l3 3 3-3M2.8 11v2.2h10.4V11",
            Self::History => "M3.1 5.2A5.5 5.5 0 1 1 2.5 8M2.6 2.8v2.8h2.8M8 5v3.3l2.2 1.3",
            Self::More => "M3.5 8v.1M8 8v.1M12.5 8v.1",
            Self::Command => "M2.5 4.5l3.5 3.5-3.5 3.5M7.5 12h6",
            Self::Page => "M2.5 3.5h11v9h-11zM2.5 6h11",
            Self::Lock => "M4 7.2h8v6H4zM5.5 7.2V5.3a2.5 2.5 0 0 1 5 0v1.9",
            Self::Trash => "M2.8 4.3h10.4M6.2 4V2.5h3.6V4M4.2 4.3l.6 9.2h6.4l.6-9.2",
            Self::Record => {
                "M8 3.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8M8 6.6a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 1 0 0-2.8"
            }
            Self::Pause => "M5.5 3.5v9M10.5 3.5v9",
            Self::Tabs => "M2.5 5.5h8v7.5h-8zM5.5 5.2V3h8v7.5h-2.7",
            Self::Keys => "M1.8 4.5h12.4v7H1.8zM4.5 7v.1M8 7v.1M11.5 7v.1M5 9.4h6",
            Self::Choice => "M2.8 3.2h10.4v9.6H2.8zM5.3 8.1l2 2 3.4-3.9",
            Self::File => "M4 2.2h5.2L12 5v8.8H4zM9 2.4V5.2h2.8",
            Self::Pointer => "M4 2.6l8.2 5-3.7.9-1.9 3.5z",
            Self::Copy => "M5.5 5.5h7.7v7.7H5.5zM10.3 5.3V2.8H2.8v7.5h2.5",
            Self::Edit => "M3 13l.7-2.9 7-7 2.2 2.2-7 7zM9.3 4.5l2.2 2.2",
            Self::Map => {
                "M4 11.5v.1M6.5 9.8v.1M5.2 12.9v.1M11 4v.1M12.8 6v.1M9.6 5.7v.1M12.2 11.8v.1M2.5 3v10.5h11"
            }
            Self::Warning => "M8 2.5l6 10.7H2zM8 6.5v3.2M8 11.5v.1",
        }
    }
}

/// One sign; words beside it say the same, so it is hidden from screen readers.
#[component]
pub fn Sign(icon: Icon) -> impl IntoView {
    view! {
        <svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d=icon.path()></path>
        </svg>
    }
}
