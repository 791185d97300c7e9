-- Ingest tokens: what senders of alerts show. Each is for one purpose, and for one cluster or for all. They act for
-- nobody: their owner is their tenant.
ALTER TABLE credentials DROP CONSTRAINT credentials_kind_check;
ALTER TABLE credentials ADD CONSTRAINT credentials_kind_check CHECK (kind IN ('personal', 'service', 'reporting', 'ingest'));
ALTER TABLE credentials ADD COLUMN purpose text;
ALTER TABLE credentials ADD COLUMN cluster_id uuid;
ALTER TABLE credentials ADD CONSTRAINT credentials_purpose_check CHECK ((kind = 'ingest') = (purpose IS NOT NULL));
ALTER TABLE credentials ADD CONSTRAINT credentials_cluster_check CHECK (kind = 'ingest' OR cluster_id IS NULL);
