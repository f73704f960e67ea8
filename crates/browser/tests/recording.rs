//! Recording a person. The person is a second connection that moves the mouse and presses the keys: what it does
//! is as real to the page as what a hand does.

pub mod person;

mod clicks;
mod fields;
mod frames;
mod moves;
mod secrets;
mod tabs;
mod widgets;
