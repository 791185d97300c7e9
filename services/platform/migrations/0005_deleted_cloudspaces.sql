-- Above tenants: CloudSpaces that are gone. A worker that slept past its lease may make the namespace of one after that;
-- it is known by these, and removed. Kept for a while (deleted-store.ts), and no longer than the cluster and the tenant are.
CREATE TABLE deleted_cloudspaces (
  cloudspace_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  namespace text NOT NULL,
  deleted_at timestamptz NOT NULL
);
CREATE INDEX deleted_cloudspaces_by_cluster ON deleted_cloudspaces (cluster_id);
CREATE INDEX deleted_cloudspaces_by_tenant ON deleted_cloudspaces (tenant_id, deleted_at);
SELECT kit.system_table('deleted_cloudspaces');
