-- The last deals, of one game or all, are listed without looking through all there are.

CREATE INDEX deals_of_game ON deals (game, opened, table_number, deal);
CREATE INDEX deals_in_time ON deals (opened, table_number, deal);
DROP INDEX deals_by_time;
