//! `atelier intents`: standard input, one intent a line, to normal forms.

use std::io::BufRead;
use std::sync::Arc;

use atelier_workshop::{Workshop, WorkshopError};

use super::output::{Output, short, table};

#[derive(clap::Args)]
pub struct Arguments {
    /// Number the clusters of like intents too, which loads the embedding model.
    #[arg(long)]
    cluster: bool,
}

pub async fn run(
    workshop: &Arc<Workshop>,
    arguments: &Arguments,
    out: Output,
) -> Result<bool, WorkshopError> {
    let intents: Vec<String> =
        std::io::stdin().lock().lines().collect::<Result<_, _>>().map_err(WorkshopError::Input)?;
    let rows = workshop.normal_forms(intents, arguments.cluster).await?;
    out.document(&rows, || {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                let slots: Vec<_> = row.slots.iter().map(|slot| slot.text.as_str()).collect();
                let cluster = row.cluster.map(|cluster| cluster.to_string());
                vec![cluster.unwrap_or_default(), row.form.clone(), short(&slots.join(" | "), 80)]
            })
            .collect();
        table(&["cluster", "normal form", "values"], &cells)
    });
    Ok(true)
}
