-- When the action that cordoned a node ended, by the database's clock: who looked at the nodes before may not have seen
-- what it did.
ALTER TABLE automated_cordons ADD COLUMN ended_at timestamptz;
