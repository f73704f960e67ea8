//! `atelier practice`: serves the practice sites until stopped.

use std::sync::Arc;

use atelier_workshop::{Workshop, WorkshopError};

use super::output::Output;

#[derive(clap::Args)]
pub struct Arguments {
    /// Port of the forum; the shop takes the next one. Free ports by default.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Seed of the sites' content.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub async fn run(workshop: &Arc<Workshop>, arguments: Arguments, out: Output) -> Result<bool, WorkshopError> {
    let sites = workshop.serve_practice(arguments.port, arguments.seed).await?;
    out.line(&sites, || Some(format!("forum  {}\nshop   {}\nStop with Ctrl C.", sites.forum, sites.shop)));
    workshop.practice_until_stopped().await;
    Ok(true)
}
