-- Tenants that auth has suspended, or is about to delete, as far as this module heeds it: what it does for them by itself
-- waits. Kept here, so that a restart, or an auth that does not answer, lets nothing go on that should wait.
CREATE TABLE suspended_tenants (
  tenant_id uuid PRIMARY KEY,
  since timestamptz NOT NULL
);
SELECT kit.system_table('suspended_tenants');
