//! The store from outside: what goes in comes out, whatever happens to the process in between.

#![allow(clippy::unwrap_used)]

mod fixture;
mod healings;
mod kill;
mod library;
mod open;
mod pictures;
mod small;
mod tasks;
mod trajectories;
