//! Pictures: drawn from a number, or sent by members.

use std::fmt::Write as _;

use axum::{
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};

use super::{Guest, Reply, not_found};
use crate::{
    forum::{model::Picture, state::Commons},
    seed::Dice,
};

/// Most pictures a space keeps; the oldest goes first.
const MAX_PICTURES: usize = 40;

pub async fn show(visit: Guest, Path(name): Path<String>) -> Reply {
    let site = visit.state();
    if let Some(number) = name.strip_suffix(".svg").and_then(|number| number.parse().ok()) {
        return Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn(number)).into_response());
    }
    let Some(picture) = site.pictures.iter().find(|picture| picture.name == name) else {
        return Err(not_found(&visit, &site, "There is no such picture."));
    };
    let headers = [
        (header::CONTENT_TYPE, picture.content_type.clone()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    let response: Response = (headers, picture.bytes.as_ref().clone()).into_response();
    Ok(response)
}

pub fn keep(site: &mut Commons, picture: Picture) {
    if site.pictures.len() >= MAX_PICTURES {
        site.pictures.remove(0);
    }
    site.pictures.push(picture);
}

/// The type of a picture by its first bytes; nothing for what is no picture.
pub fn content_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

/// A landscape: sky, sun, hills in layers, perhaps trees.
fn drawn(number: u64) -> String {
    let mut dice = Dice::new(number, "picture");
    let hue = dice.between(0, 359);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 420\" width=\"640\" height=\"420\"><defs><linearGradient id=\"s\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop offset=\"0\" stop-color=\"hsl({hue},55%,72%)\"/><stop offset=\"1\" stop-color=\"hsl({},60%,90%)\"/></linearGradient></defs><rect width=\"640\" height=\"420\" fill=\"url(#s)\"/>",
        (hue + 40) % 360
    );
    let (x, y, r) = (dice.between(80, 560), dice.between(50, 170), dice.between(22, 54));
    let _ =
        write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"hsl({},85%,85%)\"/>", (hue + 60) % 360);
    for layer in 0..4 {
        let base = 190 + layer * 58;
        let lightness = 62 - layer * 12;
        let mut path = format!("M0 420 L0 {base}");
        for step in 1..=8 {
            let _ = write!(
                path,
                " Q{} {} {} {}",
                step * 80 - 40,
                base - dice.between(-10, 70),
                step * 80,
                base - dice.between(-20, 30)
            );
        }
        let _ = write!(
            out,
            "<path d=\"{path} L640 420 Z\" fill=\"hsl({},32%,{lightness}%)\"/>",
            (hue + 110 + layer * 8) % 360
        );
        if layer == 3 {
            for _ in 0..dice.below(9) {
                let (x, y, h) = (dice.between(10, 630), dice.between(345, 400), dice.between(24, 60));
                let _ = write!(
                    out,
                    "<path d=\"M{x} {y} l-{0} 0 l{0} -{h} l{0} {h} Z\" fill=\"hsl({1},35%,18%)\"/>",
                    h / 3,
                    (hue + 130) % 360
                );
            }
        }
    }
    out.push_str("</svg>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_repeat_and_uploads_are_told_by_content() {
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        assert_eq!(content_type(b"\x89PNG\r\n"), Some("image/png"));
        assert_eq!(content_type(b"<svg onload=alert(1)>"), None);
    }
}
