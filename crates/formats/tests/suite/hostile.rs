//! Files that are no recordings. Each must end in a named error, quickly and in bounded memory.

use std::io::Write as _;

use atelier_core::ids::TrajectoryId;
use atelier_formats::{FormatError, guard, read_file};
use proptest::prelude::*;

use super::read;

fn refused(bytes: &[u8]) -> FormatError {
    let error = read("/home/ada/secret folder/x.json", bytes).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("`x.json`"), "{message}");
    assert!(!message.contains("ada"), "the folder is shown: {message}");
    assert!(error.remedy().len() > 10, "no remedy: {message}");
    error
}

#[test]
fn empty_cut_off_and_binary() {
    assert!(matches!(refused(b""), FormatError::Empty { .. }));
    assert!(matches!(refused(b" \n\t"), FormatError::Empty { .. }));
    assert!(matches!(refused("\u{feff}".as_bytes()), FormatError::Empty { .. }));
    assert!(matches!(refused(b"{\"title\":\"a\",\n\"ste"), FormatError::Truncated { line: 2, .. }));
    assert!(matches!(refused(b"{\"title\":\"a\""), FormatError::Truncated { .. }));
    assert!(matches!(refused(b"{\"title\":nope}"), FormatError::Syntax { line: 1, .. }));
    assert!(matches!(refused(b"{\"a\":\"\0\"}"), FormatError::NotText { at: 6, .. }));
    assert!(matches!(refused(b"\xff\xfe{\0}\0"), FormatError::NotText { .. }));
    assert!(matches!(refused(b"{\"a\":\"\xc3\x28\"}"), FormatError::NotText { .. }));
    assert!(matches!(refused(b"hello"), FormatError::Unknown { .. }));
    assert!(matches!(refused(b"{}"), FormatError::Unknown { .. }));
    assert!(matches!(refused(b"[1,2]"), FormatError::Unknown { .. }));
}

#[test]
fn brackets_without_end() {
    assert!(matches!(refused(&vec![b'['; 200 << 20]), FormatError::TooLarge { limit_mb: 64, .. }));
    assert!(matches!(refused(&vec![b'['; 60 << 20]), FormatError::TooDeep { line: 1, .. }));
    let nested = format!(r#"{{"title":"t","steps":[{}{}]}}"#, r#"{"a":"#.repeat(200), "}".repeat(200));
    assert!(matches!(refused(nested.as_bytes()), FormatError::TooDeep { .. }));
}

#[test]
fn millions_of_values_and_endless_texts() {
    let many = format!(r#"{{"title":"t","steps":[{}3]}}"#, "3,".repeat(guard::MAX_VALUES));
    assert!(matches!(refused(many.as_bytes()), FormatError::TooManyValues { .. }));
    let steps = r#"{"type":"close"},"#.repeat(guard::MAX_STEPS + 1);
    let many = format!(r#"{{"title":"t","steps":[{}]}}"#, steps.trim_end_matches(','));
    assert!(matches!(refused(many.as_bytes()), FormatError::TooMany { .. }));
    let long = format!(r#"{{"title":"{}","steps":[]}}"#, "a".repeat(guard::MAX_TEXT + 1));
    match refused(long.as_bytes()) {
        FormatError::TooLong { place, .. } => assert_eq!(place, "title"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn native_files_with_wrong_types_name_the_field() {
    let good = include_str!("../files/subscribe.atelier.json");
    assert_eq!(read("subscribe.atelier.json", good.as_bytes()).unwrap().trajectories.len(), 1);
    let wrong = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        let error = refused(good.replacen(from, to, 1).as_bytes());
        (error.place().unwrap_or_default(), error.to_string())
    };
    assert_eq!(wrong(r#""action": "click""#, r#""action": "fly""#).0, "steps[0].action");
    assert_eq!(wrong(r#""role": "button""#, r#""role": 7"#).0, "steps[1].target.role");
    assert_eq!(wrong(r#""schema": 1"#, r#""schema": 9"#).0, "schema");
    assert_eq!(wrong(r#""outcome": "success""#, r#""outcome": null"#).0, "outcome");
    assert_eq!(
        wrong(r#""start_url": "http://forum.example/forums""#, r#""start_url": "forums""#).0,
        "start_url"
    );
    assert!(wrong(r#""recorded_at": 1760000000000"#, r#""recorded_at": "now""#).1.contains("recorded_at"));
    let list = format!(r#"{{"trajectories":[{good},{}]}}"#, good.replace(r#""tab": 0"#, r#""tab": -1"#));
    assert_eq!(refused(list.as_bytes()).place().unwrap(), "trajectories[1].steps[0].page.tab");
    assert!(matches!(refused(br#"{"trajectories":[]}"#), FormatError::NoSteps { .. }));
    assert!(matches!(refused(br#"{"trajectories":[3]}"#), FormatError::Field { .. }));
}

#[test]
fn files_are_bounded_on_disk_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big.json");
    let file = std::fs::File::create(&path).unwrap();
    // Sparse: 200 MB that take no room.
    file.set_len(200 << 20).unwrap();
    let mut id = || TrajectoryId::new(uuid::Uuid::nil());
    assert!(matches!(read_file(&path, 0, &mut id), Err(FormatError::TooLarge { .. })));
    assert!(matches!(read_file(folder.path(), 0, &mut id), Err(FormatError::Io { .. })));
    assert!(matches!(read_file(&folder.path().join("none"), 0, &mut id), Err(FormatError::Io { .. })));
    let path = folder.path().join("search.json");
    std::fs::File::create(&path).unwrap().write_all(include_bytes!("../files/search.json")).unwrap();
    let done = read_file(&path, 5, &mut id).unwrap();
    assert_eq!((done.report.file.as_str(), done.trajectories[0].recorded_at), ("search.json", 5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_end_in_an_error_or_a_report(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read("x", &bytes);
    }

    #[test]
    fn cutting_a_good_file_never_panics(at in 0_usize..3000) {
        for good in [&include_bytes!("../files/search.json")[..], include_bytes!("../files/subscribe.atelier.json")] {
            let cut = &good[..at.min(good.len() - 2)];
            prop_assert!(read("x.json", cut).is_err());
        }
    }

    #[test]
    fn changing_a_byte_never_panics(at in 0_usize..3000, byte in any::<u8>()) {
        for good in [&include_bytes!("../files/search.json")[..], include_bytes!("../files/subscribe.atelier.json")] {
            let mut bytes = good.to_vec();
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = read("x.json", &bytes);
        }
    }
}
