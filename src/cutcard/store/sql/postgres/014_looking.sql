-- The last deals, of one game or all, are listed without looking through all there are.

CREATE INDEX IF NOT EXISTS deals_of_game ON deals (game, opened, table_number, deal);
CREATE INDEX IF NOT EXISTS deals_in_time ON deals (opened, table_number, deal);
DROP INDEX IF EXISTS deals_by_time;
