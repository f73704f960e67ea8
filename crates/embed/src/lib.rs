//! The embedding model, its cache and nearest neighbours
