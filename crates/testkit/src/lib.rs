//! Fixtures for tests: a pages server, sanitisers
