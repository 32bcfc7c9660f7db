-- The last deals of one game are listed without looking through all there are of others.

CREATE INDEX deals_of_game ON deals (game, opened);
