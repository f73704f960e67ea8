//! The whole product from outside: the binary's verbs, real Chromium, the real window, and the rules of the
//! house. Nothing here calls into a crate of the product.

#![allow(clippy::unwrap_used)]

mod house;
mod main_job;
mod recording;
mod refusals;
mod support;
mod survival;
mod window;
