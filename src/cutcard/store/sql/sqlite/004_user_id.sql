-- What PostgreSQL understands too: there a column `user` would be whoever is connected, and truth
-- is no number.

ALTER TABLE seats RENAME COLUMN user TO user_id;
ALTER TABLE ratings RENAME COLUMN user TO user_id;
ALTER TABLE rating_changes RENAME COLUMN user TO user_id;
ALTER TABLE sessions RENAME COLUMN user TO user_id;
ALTER TABLE barred RENAME COLUMN user TO user_id;
ALTER TABLE friends RENAME COLUMN user TO user_id;
ALTER TABLE shunned RENAME COLUMN user TO user_id;

DROP INDEX tables_open;
CREATE INDEX tables_open ON tables (number) WHERE NOT closed;
