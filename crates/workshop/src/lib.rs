//! The use-cases of Atelier: the only crate that shells call
