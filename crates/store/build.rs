//! A new migration must be compiled in, although no Rust file changed.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
