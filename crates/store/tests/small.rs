//! Vectors, sites, settings.

use atelier_core::settings::{Settings, Theme};
use atelier_core::site::{Site, SiteKind};
use atelier_store::StoreError;

use crate::fixture::store;

fn site(alias: &str, origins: &[&str]) -> Site {
    Site {
        alias: alias.into(),
        kind: SiteKind::Forum,
        description: "A place.".into(),
        origins: origins.iter().map(ToString::to_string).collect(),
        test_site: true,
    }
}

#[tokio::test]
async fn vectors_are_found_by_model_and_hash_in_the_order_asked() {
    let (_home, store) = store().await;
    let table = store.vectors();
    let (a, b) = ([0.25_f32, -1.0, f32::MIN_POSITIVE], [1.0_f32 / 3.0, 0.0, 7.5]);
    table.put("mini", &[("a".into(), &a), ("b".into(), &a)]).await.unwrap();
    table.put("mini", &[("b".into(), &b)]).await.unwrap();
    let hashes = ["b", "missing", "a", "b"].map(String::from);
    let found = table.get("mini", &hashes).await.unwrap();
    assert_eq!(found, [Some(b.to_vec()), None, Some(a.to_vec()), Some(b.to_vec())]);
    assert_eq!(table.get("other", &hashes).await.unwrap(), [None, None, None, None]);
    assert_eq!(table.get("mini", &[]).await.unwrap(), Vec::<Option<Vec<f32>>>::new());
    let mut all = table.all("mini").await.unwrap();
    all.sort_by(|x, y| x.0.cmp(&y.0));
    assert_eq!(all, [("a".into(), a.to_vec()), ("b".into(), b.to_vec())]);
}

#[tokio::test]
async fn the_origin_in_use_comes_first_and_belongs_to_one_site() {
    let (_home, store) = store().await;
    let table = store.sites();
    table.upsert(&site("forum", &["http://forum.practice"])).await.unwrap();
    table.upsert(&site("shop", &["http://shop.practice"])).await.unwrap();
    table.upsert(&site("forum", &["http://forum.practice", "http://127.0.0.1:1"])).await.unwrap();
    table.register_origin("shop", "http://127.0.0.1:1").await.unwrap();
    table.register_origin("forum", "http://127.0.0.1:2").await.unwrap();
    table.register_origin("forum", "http://forum.practice").await.unwrap();
    let sites = table.all().await.unwrap();
    let found: Vec<_> = sites.0.iter().map(|s| (s.alias.as_str(), s.origins.clone())).collect();
    let expected = [
        ("forum", vec!["http://forum.practice".to_owned(), "http://127.0.0.1:2".to_owned()]),
        ("shop", vec!["http://127.0.0.1:1".to_owned(), "http://shop.practice".to_owned()]),
    ];
    assert_eq!(found, expected);
    let error = table.register_origin("bank", "http://127.0.0.1:3").await.unwrap_err();
    assert!(matches!(error, StoreError::Missing { what: "site", .. }), "{error:?}");
}

#[tokio::test]
async fn settings_have_defaults_and_keep_what_was_set() {
    let (_home, store) = store().await;
    let table = store.settings();
    assert_eq!(table.load().await.unwrap(), Settings::default());
    let mine = Settings { theme: Theme::Dark, introduced: true, ..Settings::default() };
    table.save(&mine).await.unwrap();
    assert_eq!(table.load().await.unwrap(), mine);

    table.put("recent", &["a", "b"]).await.unwrap();
    assert_eq!(table.get::<Vec<String>>("recent").await.unwrap().unwrap(), ["a", "b"]);
    assert_eq!(table.get::<u8>("absent").await.unwrap(), None);
    let error = table.get::<u8>("recent").await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Document { table: "settings", id, .. } if id == "recent"),
        "{error:?}"
    );
}
