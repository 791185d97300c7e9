-- The audit trail: what modules told waits in audit_pending, and once a second is numbered, chained and sealed into
-- audit_entries. The app role may add entries there and not change or remove any.

-- As told, in the order in which it will be sealed.
CREATE TABLE audit_pending (
  tenant_id uuid NOT NULL,
  at timestamptz NOT NULL,
  id uuid NOT NULL,
  source text NOT NULL,
  record jsonb NOT NULL,
  PRIMARY KEY (tenant_id, at, id)
);
SELECT kit.tenant_table('audit_pending', 'SELECT, INSERT, DELETE');

-- Whose entries wait. Above tenants: the sealer works for all of them. Who adds an entry holds the row until it is
-- committed, and who seals removes the row first: so no entry is left behind.
CREATE TABLE audit_due (
  tenant_id uuid PRIMARY KEY,
  since timestamptz NOT NULL
);
SELECT kit.system_table('audit_due');

-- The end of each tenant's chain.
CREATE TABLE audit_heads (
  tenant_id uuid PRIMARY KEY,
  seq bigint NOT NULL,
  id uuid,
  hash text NOT NULL
);
SELECT kit.tenant_table('audit_heads', 'SELECT, INSERT, UPDATE');

-- Ids are made when an entry is sealed and grow with seq: what retention drops is always the beginning of a chain.
-- To the millisecond, because that is what is signed: no finer change could hide.
CREATE TABLE audit_entries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  seq bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  source text NOT NULL,
  action text NOT NULL,
  route text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  credential_id text,
  object_id text,
  request_id text,
  address text,
  result text NOT NULL,
  count integer NOT NULL,
  details jsonb NOT NULL,
  -- The entry before it; none before the first.
  previous_id uuid,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX audit_entries_by_time ON audit_entries (tenant_id, at);
CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_by_object ON audit_entries (tenant_id, object_id, id) WHERE object_id IS NOT NULL;
SELECT kit.tenant_table('audit_entries', 'SELECT, INSERT');
SELECT kit.counted('audit_entries', 'audit', ARRAY[]::text[]);
SELECT kit.partitioned('audit_entries', 'month', interval '400 days');
