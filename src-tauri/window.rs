//! The window: opens it, and answers what the system asks of it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use atelier_core::ipc::{ImportEvent, UiError};
use atelier_workshop::Workshop;
use tauri::{DragDropEvent, Emitter, Manager, WindowEvent};

use crate::commands::{self, Approvals};
use crate::environment;

/// Opens the window over the workshop in `home` and returns when it is closed.
pub fn open(home: PathBuf) -> ExitCode {
    prepare_webview();
    let automated = std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_some();
    let mut builder = tauri::Builder::default();
    if !automated {
        builder = builder.plugin(tauri_plugin_single_instance::init(|app, _, _| {
            if let Some(window) = app.get_webview_window("main") {
                let _ = window.unminimize();
                let _ = window.set_focus();
            }
        }));
    }
    let built = builder
        .plugin(tauri_plugin_dialog::init())
        .manage(Approvals::default())
        .setup(move |app| {
            let workshop = tauri::async_runtime::block_on(Workshop::open(environment::options(home)))?;
            app.manage(workshop);
            Ok(())
        })
        .on_window_event(|window, event| {
            if let WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) = event {
                import_dropped(window.app_handle().clone(), paths.clone());
            }
        })
        .invoke_handler(commands::handler())
        .build(tauri::generate_context!());
    let app = match built {
        Ok(app) => app,
        Err(error) => {
            eprintln!("error: the window cannot be opened: {error}");
            eprintln!("hint: `atelier doctor` says what is missing");
            return ExitCode::FAILURE;
        }
    };
    app.run(|app, event| {
        if matches!(event, tauri::RunEvent::Exit)
            && let Some(workshop) = app.try_state::<Arc<Workshop>>()
        {
            tauri::async_runtime::block_on(workshop.close());
        }
    });
    ExitCode::SUCCESS
}

/// WebKitGTK shows a blank window with some graphics drivers unless this renderer is off.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "before any thread is started, setting a variable is sound")]
#[expect(clippy::disallowed_methods, reason = "the web view reads it from the environment only")]
fn prepare_webview() {
    if std::env::var_os("WEBKIT_DISABLE_DMABUF_RENDERER").is_none() {
        // SAFETY: called first thing on the main thread; no other thread reads the environment yet.
        unsafe { std::env::set_var("WEBKIT_DISABLE_DMABUF_RENDERER", "1") };
    }
}

#[cfg(not(target_os = "linux"))]
fn prepare_webview() {}

fn import_dropped(app: tauri::AppHandle, paths: Vec<PathBuf>) {
    tauri::async_runtime::spawn(async move {
        let workshop = Arc::clone(app.state::<Arc<Workshop>>().inner());
        let mut tell = |event: ImportEvent| {
            let _ = app.emit("imported", event);
        };
        if let Err(error) = workshop.import(&paths, &mut tell).await {
            let file = paths.first().map(|p| p.display().to_string()).unwrap_or_default();
            tell(ImportEvent::Refused { file, error: UiError::from(error) });
        }
    });
}
