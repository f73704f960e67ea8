//! The frame: readiness, settings, practice sites, pictures.

use atelier_core::ipc::{BrowserChoices, Overview, PracticeView};
use atelier_core::settings::{BrowserInUse, Theme};
use base64::Engine;

use super::{Reply, Shop};

#[tauri::command]
pub async fn overview(workshop: Shop<'_>) -> Reply<Overview> {
    Ok(workshop.overview().await?)
}

#[tauri::command]
pub async fn set_theme(workshop: Shop<'_>, theme: Theme) -> Reply<()> {
    Ok(workshop.change_settings(|settings| settings.theme = theme).await?)
}

#[tauri::command]
pub async fn set_introduced(workshop: Shop<'_>, introduced: bool) -> Reply<()> {
    Ok(workshop.change_settings(|settings| settings.introduced = introduced).await?)
}

#[tauri::command]
pub async fn set_show_browser(workshop: Shop<'_>, show: bool) -> Reply<()> {
    Ok(workshop.change_settings(|settings| settings.show_browser = show).await?)
}

#[tauri::command]
pub async fn set_browser_in_use(workshop: Shop<'_>, wanted: BrowserInUse) -> Reply<()> {
    Ok(workshop.set_browser_in_use(wanted).await?)
}

/// What there is to choose from.
#[tauri::command]
pub async fn browsers(workshop: Shop<'_>) -> Reply<BrowserChoices> {
    Ok(workshop.browser_choices().await?)
}

#[tauri::command]
pub async fn practice_start(workshop: Shop<'_>) -> Reply<PracticeView> {
    Ok(workshop.serve_practice(0, 1).await?)
}

/// A stored picture as a data URL: the window has no access to files.
#[tauri::command]
pub async fn picture(workshop: Shop<'_>, hash: String) -> Reply<String> {
    let jpeg = workshop.picture(&hash).await?;
    Ok(format!("data:image/jpeg;base64,{}", base64::engine::general_purpose::STANDARD.encode(jpeg)))
}
