//! Offline selection: extraction, filters, judges, verification
