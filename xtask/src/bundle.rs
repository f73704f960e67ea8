use anyhow::Result;
use crate::args::Args;
pub fn bundle(_args: &mut Args) -> Result<()> { Ok(()) }
