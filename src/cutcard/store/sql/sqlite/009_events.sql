-- Events: each is its log, and the seed its draws come from; its account in the ledger is
-- 'event:<number>'. A table may be one of an event's.

CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    seed BLOB NOT NULL,
    created INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX events_open ON events (number) WHERE NOT closed;

CREATE TABLE event_entries (
    event INTEGER NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    what BLOB NOT NULL,
    key TEXT,
    PRIMARY KEY (event, n)
) WITHOUT ROWID;

ALTER TABLE tables ADD COLUMN event INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN event_table INTEGER NOT NULL DEFAULT 0;
