-- Deals that were played to their end, in the order in which they were written: who sat there and
-- how it went, and what was counted of it once that was done (A71-A90 of docs/rules/arena.md).
-- Everything in `records`, one a user, is a fold of them.

CREATE TABLE played (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    table_number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    match INTEGER NOT NULL,
    game TEXT NOT NULL,
    mode TEXT NOT NULL,
    at INTEGER NOT NULL,
    season TEXT NOT NULL,
    ranked INTEGER NOT NULL,
    last INTEGER NOT NULL,
    users TEXT NOT NULL,
    bots INTEGER NOT NULL,
    places TEXT NOT NULL,
    reason TEXT NOT NULL,
    counters TEXT,
    UNIQUE (table_number, deal)
);
CREATE INDEX played_uncounted ON played (n) WHERE counters IS NULL;

-- Whose matches are over, for who looks back.
CREATE TABLE played_by (
    user_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (user_id, at, table_number, deal)
) WITHOUT ROWID;

CREATE TABLE records (
    user_id TEXT NOT NULL PRIMARY KEY,
    data TEXT NOT NULL
) WITHOUT ROWID;
