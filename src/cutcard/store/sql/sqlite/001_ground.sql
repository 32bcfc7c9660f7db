-- Tables, who sits there, their matches, deals and logs; users and their ratings.
-- Times are epoch ms, except entries.at and deals.clock: ms on the deal's own clock.

CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options BLOB NOT NULL,
    seats INTEGER NOT NULL,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    private INTEGER NOT NULL,
    watchable INTEGER NOT NULL,
    created INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tables_open ON tables (number) WHERE closed = 0;

CREATE TABLE seats (
    table_number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user TEXT,
    name TEXT NOT NULL,
    bot TEXT,
    since INTEGER NOT NULL,
    PRIMARY KEY (table_number, seat)
) WITHOUT ROWID;

CREATE TABLE matches (
    table_number INTEGER NOT NULL,
    match INTEGER NOT NULL,
    status TEXT NOT NULL,
    created INTEGER NOT NULL,
    started INTEGER,
    completed INTEGER,
    winner TEXT,
    reason TEXT,
    places TEXT NOT NULL,
    scores TEXT NOT NULL,
    PRIMARY KEY (table_number, match)
) WITHOUT ROWID;

CREATE TABLE deals (
    table_number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    match INTEGER NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options BLOB NOT NULL,
    carry BLOB,
    seats INTEGER NOT NULL,
    seed BLOB NOT NULL,
    commitment BLOB NOT NULL,
    first INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    clock INTEGER,
    PRIMARY KEY (table_number, deal)
) WITHOUT ROWID;
CREATE INDEX deals_by_time ON deals (opened);

-- With a rowid, new entries of all tables share pages: one commit of a thousand tables
-- writes tens of pages instead of hundreds.
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move BLOB NOT NULL,
    key TEXT
);
CREATE UNIQUE INDEX entries_once ON entries (table_number, deal, n);

CREATE TABLE checks (
    table_number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    n INTEGER NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (table_number, deal, n)
) WITHOUT ROWID;

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    guest INTEGER NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE ratings (
    user TEXT NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) WITHOUT ROWID;
CREATE INDEX ratings_best ON ratings (game, rating);

CREATE TABLE rating_changes (
    table_number INTEGER NOT NULL,
    match INTEGER NOT NULL,
    user TEXT NOT NULL,
    before REAL,
    after REAL NOT NULL,
    PRIMARY KEY (table_number, match, user)
) WITHOUT ROWID;
