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
    let general = shop.category(product.category).map_or("jar", |category| category.glyph);
    let glyph = own_glyph(&product.name).unwrap_or(general);
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

/// The drawing for things that do not look like the rest of their category.
fn own_glyph(name: &str) -> Option<&'static str> {
    let ends: [(&str, &str); 34] = [
        ("Plate", "plate"),
        ("Dish", "plate"),
        ("Saucer", "plate"),
        ("Bowl", "bowl"),
        ("Jug", "jug"),
        ("Frying Pan", "pan"),
        ("Griddle", "pan"),
        ("Saucepan", "pan"),
        ("Board", "board"),
        ("Coffee Press", "bottle"),
        ("Pour-over Set", "bottle"),
        ("Bread Bin", "crate"),
        ("Spice Rack", "crate"),
        ("Window Box", "crate"),
        ("Pendant", "pendant"),
        ("Table", "table"),
        ("Stool", "table"),
        ("Bookcase", "bookcase"),
        ("Bench", "bench"),
        ("Reed Diffuser", "diffuser"),
        ("Room Spray", "bottle"),
        ("Watering Can", "can"),
        ("Hammock", "hammock"),
        ("Sleeping Bag", "bedroll"),
        ("Sleeping Mat", "bedroll"),
        ("Torch", "torch"),
        ("Overtrousers", "trousers"),
        ("Shoe", "shoe"),
        ("Slipper", "shoe"),
        ("Cap", "cap"),
        ("Scarf", "scarf"),
        ("Ink Bottle", "ink"),
        ("Saw", "saw"),
        ("Bench Plane", "plane"),
    ];
    ends.iter().find(|(end, _)| name.ends_with(end)).map(|(_, glyph)| *glyph)
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
            "<path d='M6 62Q34 34 64 38v24z' fill='#dfe4e6'/><path d='M64 36h8v28h-8z' fill='#8f999c'/><path d='M72 40h16q8 0 8 9t-8 9H72z'/><circle cx='79' cy='49' r='1.5'/><circle cx='88' cy='49' r='1.5'/>"
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
        "plate" => {
            "<circle cx='50' cy='50' r='37'/><circle cx='50' cy='50' r='24' fill='#fff' fill-opacity='.28'/><path d='M50 18a32 32 0 0 1 28 18' fill='none' stroke='#fff' stroke-opacity='.7'/>"
        }
        "bowl" => {
            "<path d='M12 44h76q-2 38-28 38H40q-26 0-28-38z'/><ellipse cx='50' cy='44' rx='38' ry='9' fill='#f4f1ea'/><path d='M40 82h20v5H40z'/>"
        }
        "jug" => {
            "<path d='M34 18h26l8-4-4 16q10 12 8 34-1 20-10 20H36q-10 0-10-22 0-20 10-32z'/><path d='M34 26q-20 0-18 20t16 18' fill='none' stroke-width='5'/>"
        }
        "pan" => {
            "<path d='M10 46h54v14q0 12-12 12H22q-12 0-12-12z'/><path d='M64 50l28-10' stroke-width='7'/><ellipse cx='37' cy='46' rx='27' ry='6' fill='#fff' fill-opacity='.3'/>"
        }
        "board" => {
            "<rect x='26' y='26' width='48' height='60' rx='7'/><path d='M42 26V14q0-5 8-5t8 5v12'/><circle cx='50' cy='17' r='3' fill='#fffaf0'/><path d='M36 40v34M50 36v44M64 40v34' fill='none' stroke-opacity='.35'/>"
        }
        "crate" => {
            "<path d='M14 40h72l-6 40H20z'/><path d='M18 54h64M19 67h62' fill='none' stroke-opacity='.5'/><path d='M12 34h76v8H12z'/>"
        }
        "pendant" => {
            "<path d='M50 6v30' stroke-width='2.5'/><path d='M22 66q0-32 28-32t28 32z'/><path d='M40 66q0 12 10 12t10-12z' fill='#fff0b8'/>"
        }
        "table" => {
            "<path d='M14 34h72v10H14z'/><path d='M22 44l-4 42M78 44l4 42M36 44v30M64 44v30' stroke-width='5'/><path d='M22 64h56' stroke-width='3'/>"
        }
        "bookcase" => {
            "<rect x='24' y='10' width='52' height='78' rx='2'/><path d='M24 34h52M24 60h52' /><path d='M32 16v18M38 16v18M44 20v14M34 42v18M62 42v18M56 44v16M34 66v20M42 66v20' stroke='#fffaf0' stroke-width='4'/>"
        }
        "diffuser" => {
            "<path d='M36 54h28q8 6 8 18 0 14-10 14H38q-10 0-10-14 0-12 8-18z'/><path d='M42 54L30 14M48 54l-2-42M53 54l6-42M58 54l14-36' fill='none'/>"
        }
        "can" => {
            "<path d='M30 40h36v44H30z'/><path d='M66 66l22-28M84 32l10 10M30 48q-18-2-18 12t18 14' fill='none' stroke-width='4'/><path d='M36 40q0-16 12-16t12 16' fill='none' stroke-width='4'/>"
        }
        "hammock" => {
            "<path d='M8 34q42 62 84 0l-4 22q-38 44-76 0z'/><path d='M10 34L4 16M90 34l6-18M24 52l-2 14M38 62v12M50 65v13M62 62v12M76 52l2 14' fill='none'/>"
        }
        "bedroll" => {
            "<path d='M22 30h56q12 0 12 20T78 70H22z'/><ellipse cx='22' cy='50' rx='13' ry='20'/><path d='M22 40q6 4 6 10t-6 8' fill='none'/><path d='M46 30v40M66 30v40' stroke-width='4'/>"
        }
        "torch" => {
            "<path d='M14 42h50v18H14z'/><path d='M64 36l18-8v46l-18-8z'/><path d='M24 42h12v-5H24z'/><path d='M88 40l7-4M89 51h8M88 62l7 4' fill='none'/>"
        }
        "trousers" => {
            "<path d='M28 12h44l6 76H56l-6-48-6 48H22z'/><path d='M28 22h44M50 22v18' fill='none'/>"
        }
        "shoe" => {
            "<path d='M12 40q16 8 28-2 14 20 40 22 10 2 10 14H12z'/><path d='M12 74h78v8H12z' fill='#efe5d2'/><path d='M40 48l8-5M47 54l8-5M54 58l7-5' fill='none'/>"
        }
        "cap" => {
            "<path d='M16 56q2-30 38-30 30 0 32 24l-10 8q-26-8-60-2z'/><path d='M16 56q-8 8-4 12 22-8 44-8z'/><path d='M54 26q-8 14-6 30' fill='none'/>"
        }
        "scarf" => {
            "<path d='M20 34q30-22 60 0l-4 16q-26-16-52 0z'/><path d='M56 42l18 4-6 42H50z'/><path d='M54 64h16M52 76h16' fill='none' stroke-opacity='.6'/><path d='M52 88v7M58 88v7M64 88v7'/>"
        }
        "ink" => {
            "<path d='M24 46h52v38q0 4-4 4H28q-4 0-4-4z' fill='#f7fafb'/><path d='M24 60h52v24q0 4-4 4H28q-4 0-4-4z'/><path d='M38 30h24v16H38z' fill='#24302f'/><path d='M36 64h28v14H36z' fill='#fffaf0'/>"
        }
        "saw" => {
            "<path d='M8 58L66 30l8 20-62 20z' fill='#d6dcde'/><path d='M64 28q18-12 26 4t-8 26l-8-8z'/><path d='M12 70l5 6 4-8 5 6 4-8 5 6 4-8 5 6 4-8 5 5' fill='none'/>"
        }
        "plane" => {
            "<path d='M8 62h84v14H8z'/><path d='M24 62q-6-20 4-26 8 8 8 26zM66 62q0-14 10-14t10 14z'/><path d='M46 62l10-30 8 4-8 26z' fill='#d6dcde'/>"
        }
        _ => "<path d='M20 22h42q14 2 18 14H62v8H20z' fill='#b9c2c5'/><path d='M36 44h14l3 44H33z'/>",
    }
}
