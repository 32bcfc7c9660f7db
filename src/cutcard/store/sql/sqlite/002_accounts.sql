-- Accounts beside guests, their sessions and invitations, and the ledger of play chips.
-- `number` is the user's number on TCP. Users are never removed: a deleted one is emptied.

ALTER TABLE users RENAME TO users_before;

CREATE TABLE users (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    guest INTEGER NOT NULL,
    login TEXT UNIQUE,
    password TEXT,
    role TEXT NOT NULL DEFAULT 'player',
    fullname TEXT NOT NULL DEFAULT '',
    email TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    dob TEXT NOT NULL DEFAULT '',
    country TEXT NOT NULL DEFAULT '',
    gender TEXT NOT NULL DEFAULT '',
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
    created INTEGER NOT NULL,
    deleted INTEGER
);
CREATE INDEX users_richest ON users (balance);

INSERT INTO users (number, id, name, guest, balance, created)
    SELECT row_number() OVER (ORDER BY created, id), id, name, guest, 10000, created
    FROM users_before;

-- Of a token only its SHA-256 is kept.
CREATE TABLE sessions (
    hash BLOB PRIMARY KEY,
    user TEXT NOT NULL,
    created INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    label TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_of ON sessions (user);

INSERT INTO sessions (hash, user, created, last_seen, expires, label)
    SELECT token_hash, id, created, created, strftime('%s', 'now') * 1000 + 31536000000, 'guest'
    FROM users_before;

CREATE TABLE invitations (
    hash BLOB PRIMARY KEY,
    made_by TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used_by TEXT
) WITHOUT ROWID;

-- Double entry: two rows share an entry and add up to nothing. An account is a user's id, 'bank',
-- or 'table:<number>'.
CREATE TABLE chips (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL,
    at INTEGER NOT NULL,
    account TEXT NOT NULL,
    amount INTEGER NOT NULL,
    reason TEXT NOT NULL,
    table_number INTEGER,
    deal INTEGER,
    seat INTEGER
);
CREATE INDEX chips_of ON chips (account, id);
CREATE INDEX chips_at ON chips (table_number, id) WHERE table_number IS NOT NULL;

INSERT INTO chips (id, entry, at, account, amount, reason)
    SELECT 2 * number - 1, 2 * number - 1, created, 'bank', -10000, 'grant' FROM users
    UNION ALL
    SELECT 2 * number, 2 * number - 1, created, id, 10000, 'grant' FROM users;

DROP TABLE users_before;
