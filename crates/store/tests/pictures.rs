//! Pictures: named by what they hold, read only from their folder.

use std::fs;

use atelier_store::StoreError;

use crate::fixture::store;

#[tokio::test]
async fn a_picture_is_found_by_the_hash_of_its_bytes() {
    let (home, store) = store().await;
    let name = store.pictures().put(b"abc".to_vec()).await.unwrap();
    assert_eq!(name, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(store.pictures().put(b"abc".to_vec()).await.unwrap(), name);
    assert_eq!(store.pictures().get(&name).await.unwrap().as_deref(), Some(&b"abc"[..]));
    let folder = home.path().join("pictures/ba");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "nothing unfinished stays");
    assert_eq!(store.pictures().get(&"0".repeat(64)).await.unwrap(), None);
}

#[tokio::test]
async fn a_file_that_was_changed_is_left_out_and_mended_by_storing_again() {
    let (home, store) = store().await;
    let name = store.pictures().put(b"abc".to_vec()).await.unwrap();
    let file = home.path().join("pictures/ba").join(&name);
    fs::write(&file, b"").unwrap();
    assert_eq!(store.pictures().get(&name).await.unwrap(), None);
    store.pictures().put(b"abc".to_vec()).await.unwrap();
    assert_eq!(store.pictures().get(&name).await.unwrap().as_deref(), Some(&b"abc"[..]));
}

#[tokio::test]
async fn names_that_are_no_hashes_are_refused() {
    let (_home, store) = store().await;
    let upper = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD";
    let outside = format!("{}atelier.db", "../".repeat(18));
    for name in ["", "abc", "../../atelier.db", upper, &outside[..64], "é".repeat(32).as_str()] {
        let error = store.pictures().get(name).await.unwrap_err();
        assert!(matches!(error, StoreError::PictureName(_)), "{name}: {error:?}");
    }
}
