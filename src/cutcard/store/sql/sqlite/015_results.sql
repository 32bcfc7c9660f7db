-- What each person's events came to, counted once out of the log of an event that is over (A66, A81
-- of docs/rules/arena.md). Events that ended before this was kept are counted by the next server.

ALTER TABLE events ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_uncounted ON events (number) WHERE closed AND NOT counted;

CREATE TABLE event_results (
    event INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    game TEXT NOT NULL,
    mode TEXT NOT NULL,
    season TEXT NOT NULL,
    at INTEGER NOT NULL,
    bots INTEGER NOT NULL,
    place INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    cashes INTEGER NOT NULL,
    final_tables INTEGER NOT NULL,
    knockouts INTEGER NOT NULL,
    prizes INTEGER NOT NULL,
    bounties INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    PRIMARY KEY (event, user_id)
) WITHOUT ROWID;
CREATE INDEX event_results_of ON event_results (user_id, season);
CREATE INDEX event_results_in ON event_results (season, event);
