-- What is played with the seed of a day: the seed, drawn when the day's first table asks for it, and
-- what each player's first try of the day came to. The row without a name is the try itself.

CREATE TABLE days (
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    seed BLOB NOT NULL,
    PRIMARY KEY (game, day)
) WITHOUT ROWID;

CREATE TABLE trials (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    match INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, day, name)
) WITHOUT ROWID;
CREATE INDEX trials_of_a_day ON trials (game, day, name, value, at);

-- How sure a rating is, in the systems that say so; 0 in the others.
ALTER TABLE ratings ADD COLUMN spread REAL NOT NULL DEFAULT 0;
