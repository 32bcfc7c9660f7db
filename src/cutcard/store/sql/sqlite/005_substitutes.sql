-- Who began a match on a seat that a substitute has taken since: the match is rated for them.
ALTER TABLE seats ADD COLUMN began TEXT;
