-- Fair deals, as SQLite's 007: the records of each table's chain and the keys they are signed with.

CREATE TABLE fair (
    table_number bigint NOT NULL,
    n integer NOT NULL,
    deal integer NOT NULL,
    kind text NOT NULL,
    of_deal integer NOT NULL,
    line bytea NOT NULL,
    secret bytea,
    PRIMARY KEY (table_number, n)
);
CREATE UNIQUE INDEX fair_once ON fair (table_number, deal, kind);

CREATE TABLE fair_keys (
    public bytea PRIMARY KEY,
    since bigint NOT NULL,
    secret bytea
);

-- Called in the same statement as cutcard_write and after it: the shift is known to be good.
CREATE FUNCTION cutcard_write_fair(rest jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF rest ? 'fair' THEN
        INSERT INTO fair (table_number, n, deal, kind, of_deal, line, secret)
        SELECT (r->>0)::bigint, (r->>1)::int, (r->>2)::int, r->>3, (r->>4)::int,
            decode(r->>5, 'base64'), decode(r->>6, 'base64')
        FROM jsonb_array_elements(rest->'fair') r;
    END IF;
END $$;
