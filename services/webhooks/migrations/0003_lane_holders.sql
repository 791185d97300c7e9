-- Who sends for it: a worker that comes back under its name need not wait for the leases it died with.
ALTER TABLE lanes ADD COLUMN lease_holder text;
