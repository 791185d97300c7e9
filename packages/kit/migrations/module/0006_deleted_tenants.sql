-- Tenants that auth has deleted, until nothing of theirs is left in this schema. Their rows are deleted twice: the second
-- time finds what was still being written when the tenant went.
CREATE TABLE deleted_tenants (
  tenant_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL,
  passes integer NOT NULL DEFAULT 0
);
SELECT kit.system_table('deleted_tenants');
