-- Expand only: with a default the version before this one goes on inserting without naming it.
ALTER TABLE notes ADD COLUMN pinned boolean NOT NULL DEFAULT false;
