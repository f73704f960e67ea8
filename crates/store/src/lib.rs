//! SQLite store of Atelier
