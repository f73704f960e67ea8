//! Files stay small enough to be read in one go.

use std::path::PathBuf;

use super::{files, read};

const FAULT: usize = 1000;
const MEDIAN: usize = 200;

fn sources() -> Vec<PathBuf> {
    ["crates", "src-tauri", "tests", "ui/src", "ui/styles", "xtask"]
        .iter()
        .flat_map(|folder| files(folder, &["rs", "css", "js"]))
        .collect()
}

#[test]
fn no_file_is_a_design_fault_and_most_are_short() {
    let mut lengths: Vec<(usize, PathBuf)> =
        sources().into_iter().map(|file| (read(&file).lines().count(), file)).collect();
    lengths.sort();
    assert!(
        lengths.len() > 50,
        "only {} files were found: this test looks in the wrong place",
        lengths.len()
    );
    let long: Vec<String> = lengths
        .iter()
        .filter(|(lines, _)| *lines >= FAULT)
        .map(|(lines, file)| format!("`{}` has {lines} lines; cut it by what it does", file.display()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
    let median = lengths[lengths.len() / 2].0;
    assert!(median < MEDIAN, "the median file has {median} lines; {MEDIAN} is the limit");
}

#[test]
fn a_folder_has_its_table_of_contents_beside_it() {
    let found: Vec<PathBuf> = sources().into_iter().filter(|file| file.ends_with("mod.rs")).collect();
    assert!(found.is_empty(), "name the head file after its folder, beside it: {found:?}");
}
