-- A rating has what its system needs, and is a fold of the changes: each says by which system, in
-- which place and team, and how many rated matches its player had before (A22 of
-- docs/rules/arena.md). What stood before these were written is where the fold begins.

ALTER TABLE ratings ADD COLUMN volatility REAL NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN reached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN system TEXT NOT NULL DEFAULT 'elo';
ALTER TABLE ratings ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
UPDATE ratings SET shown = CAST(round(rating) AS INTEGER),
    system = CASE WHEN spread > 0 THEN 'openskill' ELSE 'elo' END,
    last = coalesce((SELECT max(c.at) FROM rating_changes c WHERE c.user_id = ratings.user_id
        AND (c.game = ratings.game OR ratings.game LIKE c.game || '/%')), 0);
UPDATE ratings SET reached = last;
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (game, shown DESC, games DESC, reached, user_id);

CREATE TABLE rating_starts (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    games INTEGER NOT NULL,
    spread REAL NOT NULL,
    volatility REAL NOT NULL,
    last INTEGER NOT NULL,
    reached INTEGER NOT NULL,
    system TEXT NOT NULL,
    PRIMARY KEY (user_id, game)
) WITHOUT ROWID;
INSERT INTO rating_starts SELECT user_id, game, rating, games, spread, volatility, last, reached,
    system FROM ratings;

CREATE TABLE season_starts (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    season TEXT NOT NULL,
    points INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, season)
) WITHOUT ROWID;
INSERT INTO season_starts SELECT user_id, game, season, points, matches FROM season_points;

ALTER TABLE rating_changes ADD COLUMN ladder TEXT NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN system TEXT NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN team INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN games INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN season TEXT NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN points INTEGER;
ALTER TABLE rating_changes ADD COLUMN n INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN void INTEGER NOT NULL DEFAULT 0;

-- A rating as it was after its player's last match in a season (A27).
CREATE TABLE season_ratings (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    season TEXT NOT NULL,
    rating REAL NOT NULL,
    games INTEGER NOT NULL,
    spread REAL NOT NULL,
    reached INTEGER NOT NULL,
    system TEXT NOT NULL,
    shown INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, season)
) WITHOUT ROWID;
CREATE INDEX season_ratings_best ON season_ratings
    (game, season, shown DESC, games DESC, reached, user_id);

ALTER TABLE users ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
