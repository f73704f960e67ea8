//! The practice sites over HTTP.

mod client;
mod forum;
mod server;
mod shop;
