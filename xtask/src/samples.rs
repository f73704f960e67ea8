use anyhow::Result;
use crate::args::Args;
pub fn samples(_args: &mut Args) -> Result<()> { Ok(()) }
