//! The worker: retrieval, local planner, task runs
