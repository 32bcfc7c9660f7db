-- Tables whose logs were written to a file and removed here. Who sat there and how it went stays
-- (tables, seats, matches, finals): deals, entries, checks and the chain of fair deals do not.
CREATE TABLE archived (
    table_number bigint PRIMARY KEY,
    file text NOT NULL,
    at bigint NOT NULL
);
