use anyhow::Result;
use crate::args::Args;
pub fn shots(_args: &mut Args) -> Result<()> { Ok(()) }
