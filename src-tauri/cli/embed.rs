//! `atelier embed`: standard input, one text a line, to vectors.

use std::io::BufRead;
use std::sync::Arc;

use atelier_workshop::{Workshop, WorkshopError};

use super::output::{Output, print};

pub async fn run(workshop: &Arc<Workshop>, out: Output) -> Result<bool, WorkshopError> {
    let texts: Vec<String> =
        std::io::stdin().lock().lines().collect::<Result<_, _>>().map_err(WorkshopError::Input)?;
    let vectors = workshop.embed(texts).await?;
    if out.json {
        out.document(&vectors, String::new);
        return Ok(true);
    }
    for vector in vectors {
        let numbers: Vec<_> = vector.iter().map(|x| format!("{x:.6}")).collect();
        print(&numbers.join(" "));
    }
    Ok(true)
}
