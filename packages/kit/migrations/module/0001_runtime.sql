-- The tables the kit keeps in every module's own schema.

-- How many rows a list has, see kit.counted. The key is the counted columns' values, joined: narrow rows, so that a
-- total is read from few pages. Half of each is left free, so that a row stays on its page however often it changes.
CREATE TABLE counters (
  tenant_id uuid NOT NULL,
  list text NOT NULL,
  key text NOT NULL,
  slot smallint NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (tenant_id, list, key, slot)
) WITH (fillfactor = 50);
SELECT kit.tenant_table('counters', 'SELECT, INSERT, UPDATE');

-- Which lists are counted, of which table and by which columns. Written by kit.counted; housekeeping notes when it held
-- the counters against the rows, and how many differed.
CREATE TABLE counted_lists (
  list text PRIMARY KEY,
  table_name regclass NOT NULL,
  columns text[] NOT NULL,
  recounted_at timestamptz,
  drift integer
);
SELECT kit.system_table('counted_lists', 'SELECT, UPDATE (recounted_at, drift)');

-- Answers of POSTs that carried an Idempotency-Key.
CREATE TABLE idempotency_keys (
  tenant_id uuid NOT NULL,
  caller text NOT NULL,
  path text NOT NULL,
  key_hash bytea NOT NULL,
  body_hash bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  leased_until timestamptz NOT NULL,
  status integer,
  response text,
  object_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, caller, path, key_hash)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
SELECT kit.tenant_table('idempotency_keys');

-- Old answers go for all tenants at once. With the owner's rights, because nobody else sees more than one tenant.
CREATE FUNCTION prune_idempotency_keys(before timestamptz, most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = ''
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
      SELECT k.ctid FROM idempotency_keys AS k WHERE k.created_at < before ORDER BY k.created_at LIMIT most)) RETURNING 1
  ) SELECT count(*) FROM gone;
END;
SELECT kit.for_app('prune_idempotency_keys(timestamptz, integer)');

-- Events on their way out. Above tenants: the relay publishes for all of them, and reads only bytes in transit.
-- Every write pays for its indexes: a new row is in one, a numbered row in the other, none in both.
CREATE TABLE outbox (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  seq bigint,
  body text NOT NULL,
  headers text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX outbox_new ON outbox (id) WHERE seq IS NULL;
CREATE UNIQUE INDEX outbox_numbered ON outbox (type, seq) WHERE seq IS NOT NULL;
SELECT kit.system_table('outbox');

-- Per event type: the last number given out, and the last one the broker confirmed.
CREATE TABLE outbox_streams (
  type text PRIMARY KEY,
  head bigint NOT NULL,
  confirmed bigint NOT NULL
);
SELECT kit.system_table('outbox_streams');

-- What a consumer has handled: everything through a number, and single ones beyond it.
CREATE TABLE inbox_streams (
  consumer text NOT NULL,
  source text NOT NULL,
  type text NOT NULL,
  through bigint NOT NULL,
  PRIMARY KEY (consumer, source, type)
);
SELECT kit.system_table('inbox_streams');
CREATE TABLE inbox (
  consumer text NOT NULL,
  source text NOT NULL,
  type text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (consumer, source, type, seq)
);
SELECT kit.system_table('inbox');

-- Events a consumer could not handle, kept for people: what it was and why. A tenant's, for it holds its content.
CREATE TABLE dead_letters (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT kit.make_id(),
  event_id uuid NOT NULL,
  consumer text NOT NULL,
  source text NOT NULL,
  type text NOT NULL,
  seq bigint NOT NULL,
  body text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  -- Given up once, however often it was brought.
  UNIQUE (tenant_id, consumer, event_id)
);
SELECT kit.tenant_table('dead_letters');
SELECT kit.counted('dead_letters', 'dead_letters', ARRAY['consumer', 'type']);

-- One holder per target; the token grows with every change of hands, so an old holder's writes find no row.
CREATE TABLE leases (
  target text PRIMARY KEY,
  token bigint NOT NULL,
  holder text NOT NULL,
  leased_until timestamptz NOT NULL
);
SELECT kit.system_table('leases');
