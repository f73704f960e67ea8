// A console window beside the app would serve nobody on Windows.
#![cfg_attr(all(not(debug_assertions), windows), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    atelier::main()
}
