-- One index for the records of fair deals, not two: each of them costs a page of its own with every
-- commit and table. Which record of which deal it is stays unique, so that no deal ever has a second
-- offer or lock; its place in the chain follows from the row before, written by the same process.

CREATE TABLE fair_once_only (
    table_number INTEGER NOT NULL,
    n INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    of_deal INTEGER NOT NULL,
    line BLOB NOT NULL,
    secret BLOB
);
INSERT INTO fair_once_only SELECT table_number, n, deal, kind, of_deal, line, secret
    FROM fair ORDER BY table_number, n;
DROP TABLE fair;
ALTER TABLE fair_once_only RENAME TO fair;
CREATE UNIQUE INDEX fair_once ON fair (table_number, deal, kind);
