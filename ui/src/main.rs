//! The interface of Atelier: one page in the window of the shell.
//!
//! It holds no rules of its own: what is true comes from the shell through [`bindings`] as types of
//! `atelier-core`, is kept in [`state`], and is drawn by [`views`] out of [`components`]. It reaches no
//! network and stores nothing.
//!
//! | module | holds |
//! |---|---|
//! | [`app`] | the frame, and what is drawn where |
//! | [`route`] | the screens and their addresses |
//! | [`action`] | every command of the palette, the menu and the shortcuts: one list |
//! | [`bindings`] | one function per command of the shell |
//! | [`state`] | what was loaded, and what goes on right now |
//! | [`components`] | primitives: buttons, tables, badges, toasts |
//! | [`views`] | one folder per screen |
//! | [`words`] | numbers, times and enums as people read them |

#![allow(clippy::needless_pass_by_value, reason = "the properties of a component are values")]

mod action;
mod app;
mod bindings;
mod components;
mod dom;
mod route;
mod state;
mod views;
mod words;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
