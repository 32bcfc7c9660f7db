-- Fair deals: the records of each table's chain, as they were told, and the keys they are signed
-- with. Nothing here is ever changed. `of_deal` is the table's deal a `deal` record belongs to,
-- `secret` the seed an `offer` commits to.

CREATE TABLE fair (
    table_number INTEGER NOT NULL,
    n INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    of_deal INTEGER NOT NULL,
    line BLOB NOT NULL,
    secret BLOB,
    PRIMARY KEY (table_number, n)
) WITHOUT ROWID;
CREATE UNIQUE INDEX fair_once ON fair (table_number, deal, kind);

-- `secret` is NULL where the key is kept in a file beside.
CREATE TABLE fair_keys (
    public BLOB PRIMARY KEY,
    since INTEGER NOT NULL,
    secret BLOB
) WITHOUT ROWID;
