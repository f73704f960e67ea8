//! Drawings of the products, one outline per category in the product's own colour.

use axum::{
    Router,
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};

use super::{Routes, not_found};
use crate::{Visit, shop::state::Shop};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/media/product/{file}", get(product))
        .route("/favicon.svg", get(|| async { svg(FAVICON.to_owned()) }))
        .route("/favicon.ico", get(|| async { svg(FAVICON.to_owned()) }))
}

const FAVICON: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#0f4c5c'/><path d='M16 5v17M16 7l8 11h-8M14 10l-6 8h6M5 21h22l-3 5H8z' fill='none' stroke='#f6efe3' stroke-width='2' stroke-linejoin='round'/></svg>";

fn svg(text: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response()
}

async fn product(visit: Visit<Shop>, Path(file): Path<String>) -> Response {
    let shop = visit.state();
    let id = file.strip_suffix(".svg").and_then(|id| id.parse().ok());
    let Some(product) = id.and_then(|id| shop.product(id)) else { return not_found(&visit) };
    let glyph = shop.category(product.category).map_or("jar", |category| category.glyph);
    let fill = hex(product.colour);
    let grounds = ["#eef3f1", "#f7efe2", "#eaf0f6", "#f4ecec", "#f0f1e6"];
    let ground = grounds[product.id as usize % grounds.len()];
    // A little difference in size and tilt, so that a shelf does not look stamped.
    let scale = 15 + product.id % 3;
    let tilt = i64::from(product.id * 7 % 9) - 4;
    svg(format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 320 320'><rect width='320' height='320' fill='{ground}'/>\
         <ellipse cx='160' cy='262' rx='88' ry='11' fill='#1f2d2b' opacity='.13'/>\
         <g transform='translate(160 160) rotate({tilt}) scale({}.{}) translate(-50 -50)' fill='{fill}' stroke='#24302f' stroke-width='2.2' stroke-linejoin='round' stroke-linecap='round'>{}</g></svg>",
        scale / 10 + 1,
        scale % 10,
        outline(glyph),
    ))
}

/// The paint behind a colour's name.
fn hex(colour: &str) -> &'static str {
    match colour {
        "Black" => "#3b4044",
        "White" | "Clear" => "#fdfdfb",
        "Cream" => "#f3e4c3",
        "Grey" => "#a3aaad",
        "Silver" => "#c9d0d3",
        "Red" => "#c8493f",
        "Navy" => "#2c3f63",
        "Blue" => "#4f86b5",
        "Green" => "#5f8a63",
        "Yellow" => "#ecc04d",
        "Orange" => "#de8445",
        "Purple" => "#83629b",
        "Brown" => "#8a5b3a",
        "Natural" => "#d9b483",
        "Copper" => "#c47a4a",
        _ => "#cfa955",
    }
}

/// Drawn on a field of 100 by 100.
fn outline(glyph: &str) -> &'static str {
    match glyph {
        "pot" => {
            "<path d='M20 45h60v24q0 13-13 13H33q-13 0-13-13z'/><path d='M80 50h12M8 50h12' stroke-width='5'/><path d='M18 45q32-16 64 0z'/><circle cx='50' cy='34' r='4'/>"
        }
        "kettle" => {
            "<path d='M28 82q-10-24 8-44h28q18 20 8 44z'/><path d='M70 56l18-14-3 16-11 10' /><path d='M34 38q0-24 16-24t16 24' fill='none' stroke-width='5'/><circle cx='50' cy='35' r='4'/>"
        }
        "knife" => {
            "<path d='M14 60q30-34 56-36L62 60z' fill='#dfe4e6'/><path d='M62 60l4-17 24 28q-4 8-12 6z'/><path d='M22 82h56' stroke-width='5'/>"
        }
        "mug" => {
            "<path d='M24 30h44v40q0 12-12 12H36q-12 0-12-12z'/><path d='M68 40q18-2 18 13T68 66' fill='none' stroke-width='6'/><path d='M36 20q-4-6 0-11M47 20q-4-6 0-11' fill='none'/>"
        }
        "jar" => {
            "<rect x='28' y='30' width='44' height='54' rx='9'/><rect x='32' y='18' width='36' height='12' rx='3' fill='#d9b483'/><path d='M38 46h24v18H38z' fill='#fffaf0'/>"
        }
        "lamp" => {
            "<path d='M34 18h32l14 32H20z'/><path d='M50 50v30' stroke-width='4'/><path d='M34 84q16-10 32 0z'/><path d='M64 50v12' stroke-width='1.5'/>"
        }
        "textile" => {
            "<path d='M16 34q34-14 68 0v42q-34 12-68 0z'/><path d='M16 46q34-14 68 0M16 58q34-14 68 0M16 70q34-14 68 0' fill='none' stroke='#fff' stroke-opacity='.6'/><path d='M20 80v6M32 82v6M44 84v6M56 84v6M68 82v6M80 80v6' />"
        }
        "chair" => {
            "<path d='M32 14h36v34H32z'/><path d='M40 14v34M50 14v34M60 14v34' fill='none'/><path d='M26 50h48v10H26z'/><path d='M30 60l-4 26M70 60l4 26M38 60v20M62 60v20' stroke-width='4'/>"
        }
        "clock" => {
            "<circle cx='50' cy='50' r='36'/><circle cx='50' cy='50' r='28' fill='#fffdf7'/><path d='M50 30v20l13 9' fill='none' stroke-width='3.5'/><path d='M50 24v3M50 73v3M24 50h3M73 50h3'/>"
        }
        "candle" => {
            "<rect x='36' y='38' width='28' height='46' rx='4'/><path d='M50 38v-7'/><path d='M50 31q-9-9 0-20q9 11 0 20z' fill='#f6b94a'/><path d='M36 50q8 6 14 0t14 0' fill='none'/>"
        }
        "trowel" => {
            "<path d='M50 92q-18-16-14-42h28q4 26-14 42z' fill='#cfd6d8'/><path d='M50 50V36' stroke-width='5'/><rect x='43' y='8' width='14' height='30' rx='6'/>"
        }
        "planter" => {
            "<path d='M26 50h48l-8 36H34z'/><path d='M22 42h56v10H22z'/><path d='M50 42V24M50 30q-18 0-20-16q18 0 20 16M50 26q16 0 19-15q-17 0-19 15' fill='#6e9b62'/>"
        }
        "bench" => {
            "<path d='M14 26h72v9H14zM14 38h72v9H14zM10 54h80v9H10z'/><path d='M20 63v22M80 63v22M18 47v7M82 47v7' stroke-width='5'/>"
        }
        "packet" => {
            "<path d='M26 16h48v70H26z'/><path d='M26 16h48v12H26z' fill='#fffaf0'/><path d='M50 74V52M50 60q-12 0-13-11q12 0 13 11M50 56q10 0 12-10q-11 0-12 10' fill='#7aa56b'/><circle cx='50' cy='42' r='5' fill='#fff4c9'/>"
        }
        "tent" => {
            "<path d='M50 18L92 82H8z'/><path d='M50 18L66 82H34z' fill='#fff' fill-opacity='.35'/><path d='M50 18v64M50 18l-4-6M50 18l4-6' fill='none'/>"
        }
        "backpack" => {
            "<path d='M28 36q0-22 22-22t22 22v42q0 8-8 8H36q-8 0-8-8z'/><path d='M36 54h28v22H36z' fill='#fff' fill-opacity='.25'/><path d='M42 14q0-8 8-8t8 8' fill='none' stroke-width='4'/><path d='M28 48q-10 4-8 26h8M72 48q10 4 8 26h-8M50 58v6'/>"
        }
        "lantern" => {
            "<path d='M34 36h32l5 38H29z' fill='#fff2c2'/><path d='M26 74h48v10H26zM32 28h36v9H32z'/><path d='M36 28q14-26 28 0' fill='none' stroke-width='4'/><path d='M50 68q-9-8 0-20q9 12 0 20z' fill='#f2a33c'/>"
        }
        "bottle" => {
            "<path d='M40 28h20v8q10 6 10 18v26q0 8-8 8H38q-8 0-8-8V54q0-12 10-18z'/><rect x='39' y='12' width='22' height='16' rx='4' fill='#c9d0d3'/><path d='M30 60h40' fill='none'/>"
        }
        "jumper" => {
            "<path d='M36 18q14 12 28 0l18 12 10 42-13 4-7-26v36H28V50l-7 26-13-4 10-42z'/><path d='M28 78h44M40 34l10 8 10-8M38 48l12 9 12-9M38 62l12 9 12-9' fill='none' stroke-opacity='.55'/>"
        }
        "coat" => {
            "<path d='M38 20q12-14 24 0l20 12 8 40-12 3-6-20 6 33H22l6-33-6 20-12-3 8-40z'/><path d='M50 26v62M38 20l12 12 12-12' fill='none'/><circle cx='55' cy='46' r='2'/><circle cx='55' cy='60' r='2'/><circle cx='55' cy='74' r='2'/>"
        }
        "boot" => {
            "<path d='M34 14h28v36q8 8 24 12q6 3 6 14H34z'/><path d='M30 76h62v9H30z' fill='#3b332c'/><path d='M48 34h14M48 42h14M50 50l14-2' fill='none'/>"
        }
        "hat" => {
            "<path d='M22 62q0-42 28-42t28 42z'/><rect x='16' y='58' width='68' height='18' rx='7'/><circle cx='50' cy='16' r='8'/><path d='M32 58v18M44 58v18M56 58v18M68 58v18' fill='none' stroke-opacity='.5'/>"
        }
        "notebook" => {
            "<rect x='24' y='14' width='54' height='72' rx='4'/><path d='M34 14v72' /><rect x='44' y='28' width='24' height='14' fill='#fffaf0'/><path d='M70 14v60l-5-5-5 5V14' fill='#e9d9a8'/>"
        }
        "pen" => {
            "<path d='M22 86l6-22 44-44 16 16-44 44z'/><path d='M22 86l6-22 16 16z' fill='#efe3c6'/><path d='M22 86l7-7M64 28l16 16' fill='none'/>"
        }
        _ => "<path d='M20 22h42q14 2 18 14H62v8H20z' fill='#b9c2c5'/><path d='M36 44h14l3 44H33z'/>",
    }
}
