//! The forum over HTTP.

mod pages;
mod performed;
mod rules;
