-- What each person's events came to, counted once out of the log of an event that is over (A66, A81
-- of docs/rules/arena.md). Events that ended before this was kept are counted by the next server.

ALTER TABLE events ADD COLUMN counted boolean NOT NULL DEFAULT false;
CREATE INDEX events_uncounted ON events (number) WHERE closed AND NOT counted;

CREATE TABLE event_results (
    event bigint NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    mode text COLLATE "C" NOT NULL,
    season text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    bots boolean NOT NULL,
    place integer NOT NULL,
    entries integer NOT NULL,
    cashes integer NOT NULL,
    final_tables integer NOT NULL,
    knockouts integer NOT NULL,
    prizes bigint NOT NULL,
    bounties bigint NOT NULL,
    cost bigint NOT NULL,
    PRIMARY KEY (event, user_id)
);
CREATE INDEX event_results_of ON event_results (user_id, season);
CREATE INDEX event_results_in ON event_results (season, event);
