-- Friends, invitations, who does not want to hear whom, reports; who was sent away from a table.
-- Tables get a delay for spectators, and a link where they are private.

ALTER TABLE tables ADD COLUMN delay INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN link TEXT NOT NULL DEFAULT '';

CREATE TABLE barred (
    table_number INTEGER NOT NULL,
    user TEXT NOT NULL,
    PRIMARY KEY (table_number, user)
) WITHOUT ROWID;

-- Two rows a friendship, one for each side.
CREATE TABLE friends (
    user TEXT NOT NULL,
    friend TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (user, friend)
) WITHOUT ROWID;

CREATE TABLE friend_invites (
    id INTEGER PRIMARY KEY,
    sender TEXT NOT NULL,
    receiver TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending',
    created INTEGER NOT NULL
);
CREATE UNIQUE INDEX friend_invites_open ON friend_invites (receiver, sender)
    WHERE status = 'pending';
CREATE INDEX friend_invites_sent ON friend_invites (sender);

-- kind: 'block' or 'mute'
CREATE TABLE shunned (
    user TEXT NOT NULL,
    other TEXT NOT NULL,
    kind TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (user, other, kind)
) WITHOUT ROWID;
CREATE INDEX shunned_by ON shunned (other, kind);

CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter TEXT NOT NULL,
    reported TEXT NOT NULL,
    table_number INTEGER,
    reason TEXT NOT NULL,
    said TEXT NOT NULL
);
