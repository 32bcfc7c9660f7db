-- Workers: several servers on one database, each with tables of its own.

-- It stops on purpose: it is given no tables and no duties, and gives away what it has.
ALTER TABLE shifts ADD COLUMN leaving boolean NOT NULL DEFAULT false;

-- What exactly one of them does, by its name.
CREATE TABLE duties (name text PRIMARY KEY, shift bigint NOT NULL);

-- By which they know each other when they connect: whoever may read the database is one of them.
CREATE TABLE bridge_secret (secret text NOT NULL);
INSERT INTO bridge_secret VALUES (gen_random_uuid()::text || gen_random_uuid()::text);

-- A private table is found by its link, whichever worker has it.
CREATE INDEX tables_link ON tables (link) WHERE link <> '' AND NOT closed;
