//! Against a scripted endpoint that behaves, and misbehaves, like real servers.

mod dialects;
mod faults;
mod lenient;
mod rig;
mod sent;
mod structured;
