//! Demonstrations: a script drives the page like a person, and a native trajectory is recorded.
