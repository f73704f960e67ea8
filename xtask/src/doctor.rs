use anyhow::Result;
use crate::args::Args;
pub fn doctor(_args: &mut Args) -> Result<()> { Ok(()) }
