use anyhow::Result;
use crate::args::Args;
pub fn run(_args: &mut Args) -> Result<()> { Ok(()) }
