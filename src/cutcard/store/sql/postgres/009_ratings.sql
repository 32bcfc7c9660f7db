-- A rating has what its system needs, and is a fold of the changes: each says by which system, in
-- which place and team, and how many rated matches its player had before (A22 of
-- docs/rules/arena.md). What stood before these were written is where the fold begins.

ALTER TABLE ratings ADD COLUMN volatility double precision NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN last bigint NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN reached bigint NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN system text NOT NULL DEFAULT 'elo';
ALTER TABLE ratings ADD COLUMN shown integer NOT NULL DEFAULT 0;
UPDATE ratings SET shown = floor(rating + 0.5)::integer,
    system = CASE WHEN spread > 0 THEN 'openskill' ELSE 'elo' END,
    last = coalesce((SELECT max(c.at) FROM rating_changes c WHERE c.user_id = ratings.user_id
        AND (c.game = ratings.game OR ratings.game LIKE c.game || '/%')), 0);
UPDATE ratings SET reached = last;
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (game, shown DESC, games DESC, reached, user_id);

CREATE TABLE rating_starts (
    user_id text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    rating double precision NOT NULL,
    games integer NOT NULL,
    spread double precision NOT NULL,
    volatility double precision NOT NULL,
    last bigint NOT NULL,
    reached bigint NOT NULL,
    system text NOT NULL,
    PRIMARY KEY (user_id, game)
);
INSERT INTO rating_starts SELECT user_id, game, rating, games, spread, volatility, last, reached,
    system FROM ratings;

CREATE TABLE season_starts (
    user_id text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    season text COLLATE "C" NOT NULL,
    points integer NOT NULL,
    matches integer NOT NULL,
    PRIMARY KEY (user_id, game, season)
);
INSERT INTO season_starts SELECT user_id, game, season, points, matches FROM season_points;

ALTER TABLE rating_changes ADD COLUMN ladder text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN system text NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN place integer NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN team integer NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN games integer NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN season text NOT NULL DEFAULT '';
ALTER TABLE rating_changes ADD COLUMN points integer;
ALTER TABLE rating_changes ADD COLUMN n integer NOT NULL DEFAULT 0;
ALTER TABLE rating_changes ADD COLUMN void boolean NOT NULL DEFAULT false;

-- A rating as it was after its player's last match in a season (A27).
CREATE TABLE season_ratings (
    user_id text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    season text COLLATE "C" NOT NULL,
    rating double precision NOT NULL,
    games integer NOT NULL,
    spread double precision NOT NULL,
    reached bigint NOT NULL,
    system text NOT NULL,
    shown integer NOT NULL,
    matches integer NOT NULL,
    PRIMARY KEY (user_id, game, season)
);
CREATE INDEX season_ratings_best ON season_ratings
    (game, season, shown DESC, games DESC, reached, user_id);

ALTER TABLE users ADD COLUMN hidden boolean NOT NULL DEFAULT false;

-- Called in the same statement as cutcard_write and after it: ratings are locked and changed, what
-- is here is what came to be kept of them later.
CREATE FUNCTION cutcard_write_ratings(rest jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF rest ? 'ratings' THEN
        -- [user, game, games before, rating, games, spread, volatility, last, reached, system, shown]
        UPDATE ratings x SET volatility = (r->>6)::double precision, last = (r->>7)::bigint,
            reached = (r->>8)::bigint, system = r->>9, shown = (r->>10)::int
        FROM jsonb_array_elements(rest->'ratings') r
        WHERE x.user_id = r->>0 AND x.game = r->>1;
    END IF;
    IF rest ? 'changes' THEN
        -- [table, match, user, before, after, game, at, ladder, system, place, team, games, season,
        -- points, n]
        UPDATE rating_changes x SET ladder = r->>7, system = r->>8, place = (r->>9)::int,
            team = (r->>10)::int, games = (r->>11)::int, season = r->>12, points = (r->>13)::int,
            n = (r->>14)::int
        FROM jsonb_array_elements(rest->'changes') r
        WHERE x.table_number = (r->>0)::bigint AND x.match = (r->>1)::int AND x.user_id = r->>2;
    END IF;
    IF rest ? 'seasons' THEN
        INSERT INTO season_ratings (user_id, game, season, rating, games, spread, reached, system,
            shown, matches)
        SELECT r->>0, r->>1, r->>2, (r->>3)::double precision, (r->>4)::int,
            (r->>5)::double precision, (r->>6)::bigint, r->>7, (r->>8)::int, (r->>9)::int
        FROM jsonb_array_elements(rest->'seasons') r
        ON CONFLICT (user_id, game, season) DO UPDATE SET rating = excluded.rating,
            games = excluded.games, spread = excluded.spread, reached = excluded.reached,
            system = excluded.system, shown = excluded.shown,
            matches = season_ratings.matches + excluded.matches;
    END IF;
END $$;
