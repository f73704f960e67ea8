//! Serves the practice sites until stopped: `cargo run -p atelier-practice --example serve -- [forum-port] [shop-port] [seed]`.

use atelier_practice::{PracticeOptions, serve};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1);
    let mut next = |otherwise: &str| numbers.next().unwrap_or_else(|| otherwise.to_owned());
    let options = PracticeOptions {
        forum_port: next("4100").parse()?,
        shop_port: next("4200").parse()?,
        seed: next("1").parse()?,
        ..PracticeOptions::default()
    };
    let practice = serve(options).await?;
    println!("forum {}\nshop  {}", practice.forum_url, practice.shop_url);
    practice.wait().await?;
    Ok(())
}
