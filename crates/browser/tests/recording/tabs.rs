//! tabs
