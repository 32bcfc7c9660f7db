-- Leases: a server says once a second that it lives. One that is killed is known by its session
-- lock, one that stands still, or whose machine is gone, by a lease that ran out. All times are
-- the database's own. `lease_until` NULL: a server that knew of no leases, alive while its lock is
-- held. `alone`: it takes all tables; servers that are not share them, and are reached by others
-- at their `address`.
ALTER TABLE shifts ADD COLUMN renewed timestamptz NOT NULL DEFAULT clock_timestamp();
ALTER TABLE shifts ADD COLUMN lease_until timestamptz;
ALTER TABLE shifts ADD COLUMN alone boolean NOT NULL DEFAULT true;
ALTER TABLE shifts ADD COLUMN address text NOT NULL DEFAULT '';
CREATE INDEX tables_of_shift ON tables (shift) WHERE NOT closed;

-- Numbers of tables, for servers that share them: each takes some at a time.
CREATE SEQUENCE table_numbers;
