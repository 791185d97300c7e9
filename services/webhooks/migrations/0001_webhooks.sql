CREATE TABLE subscriptions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  -- Names of events, or '*' alone.
  events text[] NOT NULL,
  -- NULL: not limited.
  cluster_ids uuid[],
  cloudspace_ids uuid[],
  description text NOT NULL,
  rate_limit_per_second integer CHECK (rate_limit_per_second > 0),
  -- A deleted one is kept until what waited for it has been canceled.
  state text NOT NULL CHECK (state IN ('active', 'paused', 'disabled', 'deleted')),
  disabled_reason text,
  disabled_at timestamptz,
  -- Sealed. The previous one signs too, until its time.
  secret text NOT NULL,
  previous_secret text,
  previous_expires_at timestamptz,
  -- Grows with every change, so that a worker knows whether what it keeps of it still holds.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT kit.tenant_table('subscriptions');

-- Every event a subscriber could be told of: the bytes as they came, stored once and signed as stored.
CREATE TABLE events (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  occurred_at timestamptz NOT NULL,
  cluster_id uuid,
  cloudspace_id uuid,
  body text NOT NULL,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
SELECT kit.tenant_table('events');
SELECT kit.counted('events', 'events', ARRAY['type']);
SELECT kit.partitioned('events', 'day', interval '35 days');

-- What is still to be delivered, and what is held back; a delivery that ends leaves for `deliveries`.
CREATE TABLE live_deliveries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- 1, and one more with every redelivery.
  generation integer NOT NULL,
  event_type text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'held')),
  -- Why it is held.
  reason text,
  next_attempt_at timestamptz,
  deadline_at timestamptz NOT NULL,
  -- How many there were, and what became of each.
  attempt_count integer NOT NULL DEFAULT 0,
  attempts jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subscription_id, event_id, generation),
  CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX live_deliveries_by_id ON live_deliveries (tenant_id, subscription_id, id);
CREATE INDEX live_deliveries_due ON live_deliveries (tenant_id, subscription_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX live_deliveries_held ON live_deliveries (tenant_id, subscription_id, id) WHERE state = 'held';
SELECT kit.tenant_table('live_deliveries');

-- What has ended, written once.
CREATE TABLE deliveries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  event_id uuid NOT NULL,
  generation integer NOT NULL,
  event_type text NOT NULL,
  state text NOT NULL CHECK (state IN ('succeeded', 'exhausted', 'canceled')),
  reason text,
  deadline_at timestamptz NOT NULL,
  attempt_count integer NOT NULL,
  attempts jsonb NOT NULL,
  -- Of the last attempt: how long it took to be answered.
  answered_ms integer,
  created_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX deliveries_of_subscription ON deliveries (tenant_id, subscription_id, id);
-- People look for what failed, among much that did not.
CREATE INDEX deliveries_not_succeeded ON deliveries (tenant_id, subscription_id, state, id) WHERE state <> 'succeeded';
SELECT kit.tenant_table('deliveries');
SELECT kit.partitioned('deliveries', 'day', interval '35 days');

-- How often an event has been sent anew to a subscription. Only those that were.
CREATE TABLE redeliveries (
  tenant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  generation integer NOT NULL,
  PRIMARY KEY (tenant_id, subscription_id, event_id)
);
SELECT kit.tenant_table('redeliveries');

-- One for each subscription, and the job of bringing its deliveries forward. Above tenants: workers look for the due
-- ones of all. Ids, numbers and times only.
CREATE TABLE lanes (
  subscription_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  -- NULL while nothing waits.
  next_due_at timestamptz,
  -- While the breaker is open, and where the rate is limited: whatever comes in meanwhile waits until then.
  not_before timestamptz,
  -- Counts what has come in, so that who ends a turn knows whether something came meanwhile.
  arrivals bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_token bigint NOT NULL DEFAULT 0,
  -- Fast: the last answer was a 2xx within two seconds.
  is_fast boolean NOT NULL DEFAULT false,
  window_size integer NOT NULL DEFAULT 1,
  -- Failures in a row, and since when; five open the breaker.
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz
) WITH (fillfactor = 50);
CREATE INDEX lanes_by_due ON lanes (next_due_at) WHERE next_due_at IS NOT NULL;
SELECT kit.system_table('lanes');
