-- What moderators do: sanctions, the trail of every act, appeals; reports become a queue.

-- kind: 'suspend', 'ban', 'mute' or 'name'. Of somebody, or of a range of addresses. `until` NULL:
-- for good. `code` is what an appeal is sent with: whoever is refused is told it, nobody else.
CREATE TABLE sanctions (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id TEXT,
    net TEXT,
    since INTEGER NOT NULL,
    until INTEGER,
    why TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL DEFAULT '',
    answer TEXT NOT NULL DEFAULT '',
    lifted INTEGER
);
CREATE INDEX sanctions_standing ON sanctions (id) WHERE lifted IS NULL;
CREATE INDEX sanctions_of ON sanctions (user_id) WHERE user_id IS NOT NULL;

-- Every act of a moderator; it is only ever added to. `made_by` '': the command line.
CREATE TABLE acts (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    made_by TEXT NOT NULL,
    what TEXT NOT NULL,
    whom TEXT NOT NULL,
    table_number INTEGER,
    sanction INTEGER,
    why TEXT NOT NULL
);
CREATE INDEX acts_on ON acts (whom, id);
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts
    BEGIN SELECT RAISE(ABORT, 'the trail of acts is only added to'); END;
CREATE TRIGGER acts_remain BEFORE DELETE ON acts
    BEGIN SELECT RAISE(ABORT, 'the trail of acts is only added to'); END;

CREATE TABLE appeals (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    sanction INTEGER NOT NULL,
    user_id TEXT,
    text TEXT NOT NULL,
    answered INTEGER,
    answer TEXT NOT NULL DEFAULT '',
    granted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX appeals_to ON appeals (sanction);
CREATE INDEX appeals_waiting ON appeals (id) WHERE answered IS NULL;

ALTER TABLE reports ADD COLUMN chat TEXT NOT NULL DEFAULT '[]';
ALTER TABLE reports ADD COLUMN deal INTEGER;
ALTER TABLE reports ADD COLUMN settled INTEGER;
ALTER TABLE reports ADD COLUMN verdict TEXT NOT NULL DEFAULT '';
CREATE INDEX reports_open ON reports (id) WHERE settled IS NULL;

CREATE INDEX users_staff ON users (role) WHERE role <> 'player';
