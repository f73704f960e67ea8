-- Targets that were found again by other marks, as proposals. `likeness` is a hash of the old and the new target:
-- what was refused once is not proposed again.
CREATE TABLE healings (
    id         INTEGER PRIMARY KEY,
    skill      TEXT NOT NULL REFERENCES skills (id),
    step       INTEGER NOT NULL,
    likeness   TEXT NOT NULL,
    state      TEXT NOT NULL,
    at         INTEGER NOT NULL,
    decided_at INTEGER,
    document   TEXT NOT NULL,
    UNIQUE (skill, step, likeness)
) STRICT;
CREATE INDEX healings_state ON healings (state, id);
