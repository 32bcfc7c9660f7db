-- What of somebody's event only achievements ask (A86 of docs/rules/arena.md). Events that were
-- counted before this was kept are counted again.

ALTER TABLE event_results ADD COLUMN came integer NOT NULL DEFAULT 1;
ALTER TABLE event_results ADD COLUMN at_once integer NOT NULL DEFAULT 0;
ALTER TABLE event_results ADD COLUMN bubbles integer NOT NULL DEFAULT 0;
ALTER TABLE event_results ADD COLUMN comebacks integer NOT NULL DEFAULT 0;
DELETE FROM event_results;
UPDATE events SET counted = false;
