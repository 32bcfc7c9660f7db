-- What is played with the seed of a day: the seed, drawn when the day's first table asks for it, and
-- what each player's first try of the day came to. The row without a name is the try itself.

CREATE TABLE days (
    game text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    seed bytea NOT NULL,
    PRIMARY KEY (game, day)
);

CREATE TABLE trials (
    user_id text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    value bigint NOT NULL,
    table_number bigint NOT NULL,
    match integer NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (user_id, game, day, name)
);
CREATE INDEX trials_of_a_day ON trials (game, day, name, value, at);

-- How sure a rating is, in the systems that say so; 0 in the others.
ALTER TABLE ratings ADD COLUMN spread double precision NOT NULL DEFAULT 0;

-- Called in the same statement as cutcard_write and after it: the shift is known to be good, and
-- the ratings are locked.
CREATE FUNCTION cutcard_write_days(rest jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF rest ? 'ratings' THEN  -- the last of [user, game, games before, rating, games, spread]
        UPDATE ratings x SET spread = (r->>5)::double precision
        FROM jsonb_array_elements(rest->'ratings') r
        WHERE x.user_id = r->>0 AND x.game = r->>1;
    END IF;
    IF rest ? 'trials' THEN  -- [table, match, user, game, day, at, name, value]
        INSERT INTO trials (user_id, game, day, name, value, table_number, match, at)
        SELECT r->>2, r->>3, r->>4, '', 0, (r->>0)::bigint, (r->>1)::int, (r->>5)::bigint
        FROM jsonb_array_elements(rest->'trials') r WHERE r->>6 = ''
        ON CONFLICT DO NOTHING;
        INSERT INTO trials (user_id, game, day, name, value, table_number, match, at)
        SELECT r->>2, r->>3, r->>4, r->>6, (r->>7)::bigint, (r->>0)::bigint, (r->>1)::int,
            (r->>5)::bigint
        FROM jsonb_array_elements(rest->'trials') r
        JOIN trials t ON t.user_id = r->>2 AND t.game = r->>3 AND t.day = r->>4 AND t.name = ''
            AND t.table_number = (r->>0)::bigint AND t.match = (r->>1)::int
        WHERE r->>6 <> ''
        ON CONFLICT DO NOTHING;
    END IF;
END $$;
