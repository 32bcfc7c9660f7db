-- Tables whose logs were written to a file and removed here. Who sat there and how it went stays
-- (tables, seats, matches): deals, entries, checks and the chain of fair deals do not.
CREATE TABLE archived (
    table_number INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    at INTEGER NOT NULL
);
