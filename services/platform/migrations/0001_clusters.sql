CREATE TABLE clusters (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Byte by byte, so that the index below also finds names by how they begin.
  name text COLLATE "C" NOT NULL,
  description text NOT NULL,
  server text NOT NULL,
  -- Sealed.
  credentials text NOT NULL,
  credential_kind text NOT NULL CHECK (credential_kind IN ('token', 'client_certificate')),
  credential_expires_at timestamptz,
  -- Grows with every change of server or credentials: what was found with earlier ones is not written down.
  generation integer NOT NULL,
  phase text NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  last_seen_at timestamptz,
  version text,
  -- What the credentials may do, as far as it was asked: `apps/deployments list` to true or false.
  rights jsonb NOT NULL,
  rights_checked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX clusters_by_name ON clusters (tenant_id, name);
SELECT kit.tenant_table('clusters');
SELECT kit.counted('clusters', 'clusters', ARRAY['phase']);

-- Above tenants: whoever watches clusters begins with all of them, and so does whoever probes them.
CREATE TABLE cluster_owners (
  cluster_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  phase text NOT NULL,
  probe_due_at timestamptz NOT NULL
);
CREATE INDEX cluster_owners_by_due ON cluster_owners (probe_due_at);
SELECT kit.system_table('cluster_owners');
