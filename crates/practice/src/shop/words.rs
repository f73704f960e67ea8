//! The vocabulary of the catalogue: departments, categories and what each sells.

/// How one category's products come about.
#[derive(Debug)]
pub(super) struct CategoryWords {
    pub department: &'static str,
    pub department_slug: &'static str,
    pub slug: &'static str,
    pub name: &'static str,
    pub glyph: &'static str,
    /// Number of products.
    pub count: usize,
    /// Cheapest and dearest price in dollars.
    pub prices: (i64, i64),
    pub nouns: &'static [&'static str],
    pub styles: &'static [&'static str],
    pub colours: &'static [&'static str],
    /// Values of the `Size` option; empty where there is nothing to choose.
    pub sizes: &'static [&'static str],
    /// Whether the colour is chosen by the buyer too.
    pub swatches: bool,
}

macro_rules! categories {
    ($($department:literal / $department_slug:literal {
        $($slug:literal $name:literal [$glyph:literal] $count:literal x ($low:literal, $high:literal)
          nouns $nouns:expr; styles $styles:expr; colours $colours:expr; sizes $sizes:expr; swatches $swatches:expr;)*
    })*) => {
        &[$($(CategoryWords {
            department: $department, department_slug: $department_slug, slug: $slug, name: $name, glyph: $glyph,
            count: $count, prices: ($low, $high), nouns: &$nouns, styles: &$styles, colours: &$colours,
            sizes: &$sizes, swatches: $swatches,
        }),*),*]
    };
}

const NO_SIZES: [&str; 0] = [];
const CLOTHES: [&str; 5] = ["XS", "S", "M", "L", "XL"];
const FEET: [&str; 6] = ["38", "39", "40", "41", "42", "43"];

pub(super) static CATEGORIES: &[CategoryWords] = categories! {
    "Kitchen" / "kitchen" {
        "cookware" "Cookware" ["pot"] 15 x (24, 189)
            nouns ["Saucepan", "Stockpot", "Frying Pan", "Casserole", "Griddle"];
            styles ["Copper", "Cast Iron", "Enamel", "Carbon Steel", "Stoneware"];
            colours ["Black", "Copper", "Cream", "Red", "Navy"]; sizes ["1.5 L", "3 L", "5 L"]; swatches false;
        "kettles-coffee" "Kettles & Coffee" ["kettle"] 13 x (18, 149)
            nouns ["Kettle", "Coffee Press", "Pour-over Set", "Milk Jug", "Hand Grinder"];
            styles ["Brass", "Gooseneck", "Brushed Steel", "Porcelain", "Travel"];
            colours ["Silver", "Black", "White", "Green"]; sizes NO_SIZES; swatches true;
        "knives-boards" "Knives & Boards" ["knife"] 12 x (15, 129)
            nouns ["Chef's Knife", "Paring Knife", "Bread Knife", "Chopping Board", "Carving Set"];
            styles ["Olive Wood", "Walnut", "Ash", "Damascus", "Everyday"];
            colours ["Brown", "Black", "Natural"]; sizes NO_SIZES; swatches false;
        "tableware" "Tableware" ["mug"] 14 x (8, 84)
            nouns ["Dinner Plate", "Breakfast Bowl", "Mug", "Serving Dish", "Jug"];
            styles ["Speckled", "Reactive Glaze", "Ribbed", "Fishbone", "Plain"];
            colours ["White", "Blue", "Green", "Cream", "Grey"]; sizes ["Single", "Set of 4", "Set of 6"]; swatches true;
        "storage-jars" "Storage Jars" ["jar"] 10 x (6, 48)
            nouns ["Clip Jar", "Bread Bin", "Tea Caddy", "Spice Rack"];
            styles ["Bamboo Lid", "Recycled Glass", "Powder-coated", "Tin"];
            colours ["Clear", "White", "Black"]; sizes ["0.5 L", "1 L", "2 L"]; swatches false;
    }
    "Home" / "home" {
        "lighting" "Lighting" ["lamp"] 13 x (29, 240)
            nouns ["Desk Lamp", "Floor Lamp", "Pendant", "Wall Light", "Reading Light"];
            styles ["Opal", "Dockside", "Linen Shade", "Rattan", "Articulated"];
            colours ["Brass", "Black", "White", "Green"]; sizes NO_SIZES; swatches true;
        "textiles" "Throws & Cushions" ["textile"] 13 x (16, 140)
            nouns ["Throw", "Cushion", "Rug", "Bedspread"];
            styles ["Herringbone", "Waffle", "Merino", "Patchwork", "Striped"];
            colours ["Grey", "Navy", "Cream", "Yellow", "Red"]; sizes ["Small", "Medium", "Large"]; swatches true;
        "furniture" "Furniture" ["chair"] 12 x (75, 890)
            nouns ["Side Table", "Bookcase", "Stool", "Armchair", "Bench"];
            styles ["Oak", "Spindle-back", "Folding", "Bentwood"];
            colours ["Natural", "Brown", "White", "Black"]; sizes NO_SIZES; swatches false;
        "clocks-mirrors" "Clocks & Mirrors" ["clock"] 10 x (25, 210)
            nouns ["Wall Clock", "Alarm Clock", "Round Mirror", "Mantel Clock"];
            styles ["Station", "Porthole", "Tide", "Walnut-framed"];
            colours ["Brass", "Black", "White"]; sizes NO_SIZES; swatches false;
        "candles" "Candles & Scents" ["candle"] 11 x (7, 52)
            nouns ["Candle", "Reed Diffuser", "Candle Holder", "Room Spray"];
            styles ["Cedar", "Sea Salt", "Fig Leaf", "Beeswax", "Lavender"];
            colours ["White", "Cream", "Green", "Yellow"]; sizes NO_SIZES; swatches false;
    }
    "Garden" / "garden" {
        "garden-tools" "Garden Tools" ["trowel"] 13 x (9, 96)
            nouns ["Hand Trowel", "Border Fork", "Pruning Shears", "Watering Can", "Hoe"];
            styles ["Ash-handled", "Stainless", "Long-reach", "Heritage"];
            colours ["Green", "Silver", "Brown", "Red"]; sizes NO_SIZES; swatches false;
        "pots-planters" "Pots & Planters" ["planter"] 12 x (8, 130)
            nouns ["Planter", "Window Box", "Hanging Pot", "Saucer"];
            styles ["Terracotta", "Zinc", "Glazed", "Basket-weave"];
            colours ["Orange", "Grey", "Blue", "Brown"]; sizes ["20 cm", "30 cm", "45 cm"]; swatches false;
        "outdoor-seating" "Outdoor Seating" ["bench"] 9 x (59, 640)
            nouns ["Garden Bench", "Deck Chair", "Bistro Chair", "Hammock"];
            styles ["Teak", "Slatted", "Canvas"];
            colours ["Natural", "Green", "Blue", "White"]; sizes NO_SIZES; swatches true;
        "seeds-bulbs" "Seeds & Bulbs" ["packet"] 12 x (3, 24)
            nouns ["Wildflower Mix", "Tulip Bulbs", "Herb Seeds", "Bean Seeds"];
            styles ["Coastal", "Early", "Heirloom", "Shade-loving"];
            colours ["Yellow", "Red", "Purple", "Green"]; sizes NO_SIZES; swatches false;
    }
    "Outdoor" / "outdoor" {
        "tents-sleeping" "Tents & Sleeping" ["tent"] 12 x (39, 520)
            nouns ["Tent", "Sleeping Bag", "Sleeping Mat", "Tarp"];
            styles ["Ridgeway", "Featherlight", "Four-season", "Headland"];
            colours ["Green", "Orange", "Blue", "Grey"]; sizes NO_SIZES; swatches true;
        "backpacks" "Backpacks" ["backpack"] 13 x (45, 230)
            nouns ["Rucksack", "Daypack", "Roll-top Pack", "Hip Pack"];
            styles ["Waxed", "Trail", "Summit", "Commuter"];
            colours ["Green", "Black", "Yellow", "Navy"]; sizes ["18 L", "28 L", "45 L"]; swatches true;
        "lanterns" "Lanterns & Torches" ["lantern"] 10 x (12, 95)
            nouns ["Lantern", "Head Torch", "Pocket Torch"];
            styles ["Storm", "Rechargeable", "Compact", "Wind-up"];
            colours ["Red", "Black", "Silver"]; sizes NO_SIZES; swatches false;
        "bottles" "Bottles & Flasks" ["bottle"] 11 x (11, 58)
            nouns ["Water Bottle", "Vacuum Flask", "Tumbler", "Food Flask"];
            styles ["Insulated", "Slim", "Wide-mouth", "Hammered"];
            colours ["Blue", "Black", "White", "Orange"]; sizes ["350 ml", "500 ml", "1 L"]; swatches true;
    }
    "Clothing" / "clothing" {
        "knitwear" "Knitwear" ["jumper"] 14 x (39, 210)
            nouns ["Jumper", "Cardigan", "Gilet", "Roll-neck"];
            styles ["Fisherman", "Cable", "Lambswool", "Fair Isle"];
            colours ["Navy", "Grey", "Cream", "Green", "Red"]; sizes CLOTHES; swatches true;
        "rainwear" "Rainwear" ["coat"] 12 x (49, 320)
            nouns ["Raincoat", "Anorak", "Sou'wester", "Overtrousers"];
            styles ["Breton", "Packable", "Longshore", "Oiled"];
            colours ["Yellow", "Navy", "Green", "Black"]; sizes CLOTHES; swatches true;
        "footwear" "Footwear" ["boot"] 12 x (35, 260)
            nouns ["Deck Shoe", "Walking Boot", "Rubber Boot", "Slipper"];
            styles ["Leather", "Quayside", "Shearling", "Canvas"];
            colours ["Brown", "Black", "Navy", "Green"]; sizes FEET; swatches false;
        "hats-scarves" "Hats & Scarves" ["hat"] 12 x (14, 88)
            nouns ["Beanie", "Flat Cap", "Scarf", "Bucket Hat"];
            styles ["Ribbed Wool", "Tweed", "Cotton", "Cashmere"];
            colours ["Grey", "Red", "Navy", "Yellow"]; sizes NO_SIZES; swatches true;
    }
    "Study & Workshop" / "study" {
        "notebooks" "Notebooks" ["notebook"] 13 x (6, 42)
            nouns ["Notebook", "Sketchbook", "Logbook", "Desk Diary"];
            styles ["Clothbound", "Dotted", "Pocket", "Stitched"];
            colours ["Blue", "Black", "Red", "Green"]; sizes ["A6", "A5", "A4"]; swatches true;
        "pens-ink" "Pens & Ink" ["pen"] 11 x (4, 160)
            nouns ["Fountain Pen", "Rollerball", "Ink Bottle", "Mechanical Pencil"];
            styles ["Brass-bodied", "Classic", "Resin"];
            colours ["Black", "Blue", "Brass", "Green"]; sizes NO_SIZES; swatches false;
        "hand-tools" "Hand Tools" ["hammer"] 11 x (12, 145)
            nouns ["Claw Hammer", "Bench Plane", "Tenon Saw", "Chisel Set"];
            styles ["Hickory", "Forged", "Apprentice"];
            colours ["Brown", "Silver", "Red"]; sizes NO_SIZES; swatches false;
    }
};

pub(super) static BRANDS: &[&str] = &[
    "Tern & Tide",
    "Brackwater",
    "Hollis",
    "Ostrom",
    "Fennimore",
    "Kittiwake",
    "Lowland Works",
    "Marram",
    "Nordhavn",
    "Pell & Daughters",
    "Quarry Hill",
    "Saltmarsh",
    "Thistledown",
    "Wren",
];

pub(super) static OPENINGS: &[&str] = &[
    "Made in small runs, so no two are quite alike.",
    "A shape that has not changed in sixty years, because it did not need to.",
    "Built to be repaired rather than replaced.",
    "Weighs less than it looks and lasts longer than it should.",
    "The one our own staff keep buying.",
    "Quietly made, without a logo in sight.",
    "Finished by hand in a workshop of nine people.",
    "For daily use, and the dents that come with it.",
];

pub(super) static BENEFITS: &[&str] = &[
    "Rinses clean in a minute",
    "Comes with a five-year guarantee",
    "Spare parts are always on our shelves",
    "Packed without plastic",
    "Tested through two winters on the quay",
    "Folds or stacks away neatly",
    "Gets better with age",
    "Sourced within three hundred miles",
];

pub(super) static FIRST_NAMES: &[&str] = &[
    "Amara", "Bastian", "Celeste", "Dmitri", "Elodie", "Farid", "Greta", "Hamish", "Ines", "Jonas", "Keiko",
    "Leopold", "Mirela", "Nadim", "Oona", "Pascal", "Quinn", "Rosalind", "Stellan", "Tamsin", "Umar",
    "Viola", "Wilfred", "Ximena", "Yusuf", "Zelda", "Anton", "Beatrix", "Cormac", "Delphine", "Edmund",
    "Freya",
];

pub(super) static LAST_NAMES: &[&str] = &[
    "Abernathy",
    "Brandt",
    "Castellan",
    "Dunmore",
    "Eriksen",
    "Fairweather",
    "Galloway",
    "Hartmann",
    "Iversen",
    "Jablonski",
    "Kingsley",
    "Lindqvist",
    "Moreau",
    "Nakata",
    "Okafor",
    "Penhaligon",
    "Quintero",
    "Rasmussen",
    "Sorensen",
    "Thackeray",
    "Ueda",
    "Vasquez",
    "Whitlock",
    "Yilmaz",
    "Zeller",
    "Ashdown",
    "Bellweather",
    "Cavanagh",
    "Drummond",
    "Ellery",
];

pub(super) static STREETS: &[&str] = &[
    "Harbour Street",
    "Mill Lane",
    "Station Road",
    "Orchard Close",
    "Chapel Hill",
    "Lighthouse Walk",
    "Ropewalk",
    "Canal Terrace",
    "Elm Avenue",
    "Market Square",
    "Foundry Row",
    "Birch Crescent",
];

/// City, region, postcode stem, country.
pub(super) static PLACES: &[(&str, &str, &str, &str)] = &[
    ("Whitby", "North Yorkshire", "YO21", "United Kingdom"),
    ("Portsmouth", "New Hampshire", "03801", "United States"),
    ("Galway", "Connacht", "H91", "Ireland"),
    ("Bergen", "Vestland", "5003", "Norway"),
    ("Halifax", "Nova Scotia", "B3H", "Canada"),
    ("Lübeck", "Schleswig-Holstein", "23552", "Germany"),
    ("Hobart", "Tasmania", "7000", "Australia"),
    ("Leith", "Edinburgh", "EH6", "United Kingdom"),
    ("Astoria", "Oregon", "97103", "United States"),
    ("Vlissingen", "Zeeland", "4381", "Netherlands"),
];

/// Title, text, and the stars such a review gives.
pub(super) static VERDICTS: &[(&str, &str, u32)] = &[
    (
        "Exactly what I hoped for",
        "Arrived in two days, well wrapped, and has been in use every morning since.",
        5,
    ),
    (
        "Worth the wait",
        "It was out of stock for a month and I am glad I did not buy a cheaper one instead.",
        5,
    ),
    (
        "Better in the hand than in the picture",
        "The finish is warmer than it looks on the page, and the weight feels right.",
        5,
    ),
    ("A present that was kept", "Bought for my sister, who returns everything. She kept this.", 5),
    ("Solid", "Does its job without fuss. One small scratch on arrival, which the shop made good.", 4),
    ("Good, with one reservation", "The colour is darker than shown. Otherwise I have no complaint.", 4),
    ("Nearly perfect", "I would have liked it a size larger, but the making is beautiful.", 4),
    (
        "Pleased so far",
        "Three weeks in and nothing has come loose, which is more than I can say of the last one.",
        4,
    ),
    ("Fair for the price", "Neither a bargain nor a mistake.", 3),
    ("Fine, but slow to arrive", "The thing itself is fine; the parcel went the long way round.", 3),
    ("Not for small kitchens", "It takes up more room than the measurements let me expect.", 3),
    ("Expected more", "The handle wobbles a little and the instructions are for another model.", 2),
    ("Sent it back", "The seam opened within a week. The refund was quick, to be fair.", 1),
];
