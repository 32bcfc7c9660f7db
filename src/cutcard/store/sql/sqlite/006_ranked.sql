-- Whether a table is ranked; what the limit on repeated matches counts; the points of a season.

ALTER TABLE tables ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0;

ALTER TABLE rating_changes ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX rating_changes_of ON rating_changes (user_id, at);

CREATE TABLE season_points (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    season TEXT NOT NULL,
    points INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, season)
) WITHOUT ROWID;
CREATE INDEX season_points_best ON season_points (game, season, points);

-- The best somebody has done alone: a figure of the game's own, less is better.
CREATE TABLE bests (
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, name)
) WITHOUT ROWID;
CREATE INDEX bests_of_all ON bests (game, name, value, at);
