//! The practice sites over HTTP.
