-- "ATLR": tells an Atelier database from any other SQLite file.
PRAGMA application_id = 1096043602;

-- One row each time a process begins to write tasks; its lock file in run/ has this number.
CREATE TABLE processes (
    id  INTEGER PRIMARY KEY AUTOINCREMENT,
    pid INTEGER NOT NULL
) STRICT;

CREATE TABLE trajectories (
    id           TEXT PRIMARY KEY NOT NULL,
    content_hash TEXT NOT NULL,
    recorded_at  INTEGER NOT NULL,
    document     TEXT NOT NULL,
    deleted_at   INTEGER
) STRICT;
CREATE UNIQUE INDEX trajectories_content ON trajectories (content_hash);
CREATE INDEX trajectories_order ON trajectories (recorded_at, id) WHERE deleted_at IS NULL;

-- `version` points at the version in use; every version stays.
CREATE TABLE skills (
    id       TEXT PRIMARY KEY NOT NULL,
    site     TEXT NOT NULL,
    name     TEXT NOT NULL,
    version  INTEGER NOT NULL,
    saved_at INTEGER NOT NULL
) STRICT;
CREATE INDEX skills_name ON skills (site, name);

CREATE TABLE skill_versions (
    skill    TEXT NOT NULL REFERENCES skills (id),
    version  INTEGER NOT NULL,
    saved_at INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (skill, version)
) STRICT;

-- The newest move of a skill says in which stage it is.
CREATE TABLE moves (
    id     INTEGER PRIMARY KEY,
    skill  TEXT NOT NULL REFERENCES skills (id),
    stage  TEXT NOT NULL,
    reason TEXT NOT NULL,
    actor  TEXT NOT NULL,
    at     INTEGER NOT NULL
) STRICT;
CREATE INDEX moves_skill ON moves (skill, id);

-- No reference to skills: a candidate that was skipped has a verdict, but never became a skill.
CREATE TABLE verdicts (
    id      INTEGER PRIMARY KEY,
    run     INTEGER NOT NULL,
    skill   TEXT NOT NULL,
    rule    TEXT NOT NULL,
    score   REAL NOT NULL,
    kept    INTEGER NOT NULL,
    exit    TEXT,
    reason  TEXT NOT NULL,
    judge   TEXT NOT NULL,
    other   TEXT,
    cluster INTEGER,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX verdicts_run ON verdicts (run, id);
CREATE INDEX verdicts_skill ON verdicts (skill, id);

CREATE TABLE marks (
    skill TEXT PRIMARY KEY NOT NULL REFERENCES skills (id),
    mark  TEXT NOT NULL
) STRICT;

-- Pairs that the user said are not duplicates; a < b.
CREATE TABLE kept_pairs (
    a TEXT NOT NULL,
    b TEXT NOT NULL,
    PRIMARY KEY (a, b),
    CHECK (a < b)
) STRICT;

CREATE TABLE verifications (
    id        INTEGER PRIMARY KEY,
    skill     TEXT NOT NULL REFERENCES skills (id),
    succeeded INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    document  TEXT NOT NULL
) STRICT;
CREATE INDEX verifications_skill ON verifications (skill, id);

CREATE TABLE selection_runs (
    id       INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    document TEXT NOT NULL
) STRICT;

-- `process` is set while the task runs. `judged` is what the user said afterwards.
CREATE TABLE tasks (
    id         TEXT PRIMARY KEY NOT NULL,
    site       TEXT NOT NULL,
    normalised TEXT NOT NULL,
    gap        INTEGER NOT NULL,
    judged     INTEGER,
    started_at INTEGER NOT NULL,
    process    INTEGER REFERENCES processes (id),
    document   TEXT NOT NULL
) STRICT;
CREATE INDEX tasks_order ON tasks (started_at, id);
CREATE INDEX tasks_gaps ON tasks (started_at, id) WHERE gap = 1;
CREATE INDEX tasks_running ON tasks (process) WHERE process IS NOT NULL;

CREATE TABLE task_events (
    task     TEXT NOT NULL REFERENCES tasks (id),
    n        INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (task, n)
) STRICT;

CREATE TABLE task_calls (
    task      TEXT NOT NULL REFERENCES tasks (id),
    n         INTEGER NOT NULL,
    skill     TEXT NOT NULL,
    succeeded INTEGER NOT NULL,
    PRIMARY KEY (task, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_calls_skill ON task_calls (skill, task, succeeded);

-- Vectors are little-endian 32-bit floats.
CREATE TABLE vectors (
    model  TEXT NOT NULL,
    hash   TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model, hash)
) STRICT;

CREATE TABLE sites (
    position INTEGER PRIMARY KEY,
    alias    TEXT NOT NULL UNIQUE,
    document TEXT NOT NULL
) STRICT;

CREATE TABLE settings (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT;
