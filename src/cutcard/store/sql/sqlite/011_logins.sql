-- Log-ins: devices that are known, codes sent by mail, second factors, and sessions ended from
-- beside a running server, which looks here once a second. Friends are asked whether they agree.

CREATE TABLE devices (
    hash BLOB PRIMARY KEY,
    user_id TEXT NOT NULL,
    created INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX devices_of ON devices (user_id, last_seen);

-- purpose: 'sign_up', whose subject is an e-mail address; 'confirm' and 'reset', whose is a user.
CREATE TABLE mail_codes (
    purpose TEXT NOT NULL,
    subject TEXT NOT NULL,
    hash BLOB NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (purpose, subject)
) WITHOUT ROWID;
CREATE INDEX mail_codes_ending ON mail_codes (expires);

-- `since` is NULL until a first code has shown that the other side has the secret.
CREATE TABLE second_factors (
    user_id TEXT PRIMARY KEY,
    secret BLOB NOT NULL,
    since INTEGER,
    last_step INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (user_id, hash)
) WITHOUT ROWID;

-- `hash` is of the session that ended; NULL: all of that user.
CREATE TABLE session_ends (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT NOT NULL,
    hash BLOB,
    at INTEGER NOT NULL
);

ALTER TABLE users ADD COLUMN confirmed TEXT NOT NULL DEFAULT '';
ALTER TABLE friends ADD COLUMN agreed INTEGER NOT NULL DEFAULT 1;

-- What the sweep of guests asks.
CREATE INDEX seats_of ON seats (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX users_guests ON users (number) WHERE guest AND deleted IS NULL;
CREATE INDEX chips_granted ON chips (entry) WHERE reason = 'grant';
CREATE INDEX sessions_ending ON sessions (expires);
