//! Prints what becomes of each file given: its fidelity report, or why it was refused.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use atelier_core::ids::TrajectoryId;

fn main() {
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let mut id = || TrajectoryId::new(uuid::Uuid::nil());
        match atelier_formats::read_file(&path, 0, &mut id) {
            Ok(done) => println!("{}", serde_json::to_string(&done.report).unwrap()),
            Err(error) => println!("{error}"),
        }
    }
}
