//! The SQLite store: everything Atelier remembers, in one folder.
//!
//! ```text
//! home/
//!   atelier.db          one database in write-ahead mode (`-wal` and `-shm` beside it while open)
//!   pictures/ab/abcd…   pictures, each named by the SHA-256 of its bytes
//!   run/                lock files: who has the store open to run tasks
//! ```
//!
//! Invariants:
//! - The folder and its files are for their owner only (Unix rights 0700 and 0600).
//! - What one call writes is one transaction: it is there whole or not at all, whenever the process is killed.
//! - A stored trajectory never changes; a skill keeps all its versions; verdicts and moves are only added.
//! - Several processes may have the same folder open. Writers wait for each other; a task left `running` by a
//!   process that is gone is closed as interrupted, one of a living process is never touched.
//! - A database of a newer version, of another program or with damage is refused and left as it was.
//!
//! Documents (trajectories, skill versions, reports, events) are stored whole as JSON, beside the columns that
//! are searched and sorted. Ids are stored as text, so that any row can be read with the `sqlite3` shell.
//!
//! What is *not* here: no decision about skills, no clock (times are Unix milliseconds from the caller), no
//! export or backup yet.
//!
//! | module | holds |
//! |---|---|
//! | [`store`] | opening, the one writer, the readers |
//! | [`trajectories`] | what was recorded or imported |
//! | [`skills`], [`moves`], [`verdicts`], [`marks`], [`pairs`], [`verifications`], [`selection_runs`] | the library and why it is as it is |
//! | [`healings`] | targets found again by other marks, as proposals |
//! | [`tasks`] | the task log with its events |
//! | [`vectors`] | embeddings by model and text hash |
//! | [`sites`], [`settings`] | host aliases and what the user set |
//! | [`pictures`] | files by content hash |

mod folder;
mod presence;
mod row;

pub mod error;
pub mod healings;
pub mod marks;
pub mod moves;
pub mod pairs;
pub mod pictures;
pub mod selection_runs;
pub mod settings;
pub mod sites;
pub mod skills;
pub mod store;
pub mod tasks;
pub mod trajectories;
pub mod vectors;
pub mod verdicts;
pub mod verifications;

pub use error::StoreError;
pub use healings::StoredHealing;
pub use selection_runs::SelectionRecord;
pub use skills::{Saved, SkillVersion};
pub use store::{DATABASE, Store};
pub use tasks::CallCount;
pub use trajectories::Added;
