-- Records of fair deals lie one behind the other as they are written, whatever table they are of:
-- those of one commit share a page, and long ones no longer spill out of an index. A record is half
-- the work, and its table and number are as unique as before.

CREATE TABLE fair_in_turn (
    table_number INTEGER NOT NULL,
    n INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    of_deal INTEGER NOT NULL,
    line BLOB NOT NULL,
    secret BLOB,
    PRIMARY KEY (table_number, n)
);
INSERT INTO fair_in_turn SELECT table_number, n, deal, kind, of_deal, line, secret
    FROM fair ORDER BY table_number, n;
DROP TABLE fair;
ALTER TABLE fair_in_turn RENAME TO fair;
CREATE UNIQUE INDEX fair_once ON fair (table_number, deal, kind);
