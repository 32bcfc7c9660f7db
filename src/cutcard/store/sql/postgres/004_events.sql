-- Events: each is its log, and the seed its draws come from; its account in the ledger is
-- 'event:<number>'. A table may be one of an event's.

CREATE TABLE events (
    number bigint PRIMARY KEY,
    shift bigint NOT NULL,
    kind text NOT NULL,
    game text NOT NULL,
    name text NOT NULL,
    host text NOT NULL,
    seed bytea NOT NULL,
    created bigint NOT NULL,
    closed boolean NOT NULL DEFAULT false
) WITH (fillfactor = 80);
CREATE INDEX events_open ON events (number) WHERE NOT closed;

-- Appended to, never changed: no two can write the same entry.
CREATE TABLE event_entries (
    event bigint NOT NULL,
    n integer NOT NULL,
    at bigint NOT NULL,
    what bytea NOT NULL,
    key text,
    PRIMARY KEY (event, n)
);

ALTER TABLE tables ADD COLUMN event bigint NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN event_table integer NOT NULL DEFAULT 0;

-- What a batch says of events, called in the same statement as cutcard_write and after it: the
-- shift is known to be good, and the tables of the batch are there.
CREATE FUNCTION cutcard_write_events(me bigint, rest jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF rest ? 'tables' THEN
        UPDATE tables SET event = (r->>12)::bigint, event_table = (r->>13)::int
        FROM jsonb_array_elements(rest->'tables') r
        WHERE number = (r->>0)::bigint AND (r->>12)::bigint <> 0;
    END IF;
    IF rest ? 'events' THEN
        INSERT INTO events (number, shift, kind, game, name, host, seed, created)
        SELECT (r->>0)::bigint, me, r->>1, r->>2, r->>3, r->>4, decode(r->>5, 'base64'),
            (r->>6)::bigint
        FROM jsonb_array_elements(rest->'events') r;
    END IF;
    IF rest ? 'eventEntries' THEN
        INSERT INTO event_entries (event, n, at, what, key)
        SELECT (r->>0)::bigint, (r->>1)::int, (r->>2)::bigint, decode(r->>3, 'base64'), r->>4
        FROM jsonb_array_elements(rest->'eventEntries') r;
    END IF;
    IF rest ? 'eventChips' THEN  -- [event, at, account, amount, reason]
        PERFORM 1 FROM users WHERE id IN
            (SELECT r->>2 FROM jsonb_array_elements(rest->'eventChips') r)
            ORDER BY id FOR NO KEY UPDATE;
        INSERT INTO chips (entry, at, account, amount, reason)
        SELECT b.entry, (b.r->>1)::bigint, s.account, s.amount, b.r->>4
        FROM (SELECT nextval('chip_entries') AS entry, r, place
                FROM jsonb_array_elements(rest->'eventChips') WITH ORDINALITY o(r, place)) b,
            LATERAL (VALUES (0, 'event:' || (b.r->>0), -(b.r->>3)::bigint),
                (1, b.r->>2, (b.r->>3)::bigint)) s(side, account, amount)
        ORDER BY b.place, s.side;
        UPDATE users u SET balance = u.balance + d.change
        FROM (SELECT r->>2 AS account, sum((r->>3)::bigint)::bigint AS change
                FROM jsonb_array_elements(rest->'eventChips') r GROUP BY 1) d
        WHERE u.id = d.account;
    END IF;
    IF rest ? 'eventsOver' THEN
        UPDATE events SET closed = true FROM jsonb_array_elements(rest->'eventsOver') r
        WHERE number = r::bigint;
    END IF;
END $$;
