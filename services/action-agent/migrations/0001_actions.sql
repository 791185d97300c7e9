-- Every action there was: proposed by a decision or asked for by a person.
CREATE TABLE actions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  -- Grows with every change, so that whoever follows an action sees each.
  version integer NOT NULL DEFAULT 1,
  action text NOT NULL,
  target jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('pending_approval', 'executing', 'success', 'failed', 'rejected', 'expired', 'canceled')),
  -- Where it is while it executes, and what it waits for, in words.
  step text,
  progress text,
  result text,
  error jsonb,
  origin text NOT NULL CHECK (origin IN ('decision', 'manual')),
  decision_id uuid,
  incident_id uuid,
  reason text NOT NULL,
  confidence double precision,
  evidence jsonb NOT NULL,
  proposed_by jsonb,
  requested_by jsonb,
  -- Who approved, rejected or canceled it, and what they said.
  approved_by jsonb,
  rejected_by jsonb,
  canceled_by jsonb,
  note text,
  plan jsonb,
  planned_at timestamptz,
  -- What must not be made up anew after a crash; written before anything is sent.
  restarted_at text,
  effect text NOT NULL DEFAULT 'not_sent' CHECK (effect IN ('not_sent', 'unknown', 'accepted')),
  effect_at timestamptz,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX actions_of_cluster ON actions (tenant_id, cluster_id, id);
CREATE INDEX actions_by_status ON actions (tenant_id, status, id);
SELECT kit.tenant_table('actions');
SELECT kit.counted('actions', 'actions', ARRAY['cluster_id', 'action', 'status']);
SELECT kit.partitioned('actions', 'month', interval '400 days');

-- One action per decision, however often it is delivered. Apart from the actions, whose key is the time.
CREATE TABLE decisions (
  tenant_id uuid NOT NULL,
  decision_id uuid NOT NULL,
  action_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, decision_id)
);
CREATE INDEX decisions_by_age ON decisions (tenant_id, action_id);
SELECT kit.tenant_table('decisions');

-- What has not ended. Above tenants, because workers look for work and deadlines pass in all of them: ids, times, and
-- the target as a hash.
CREATE TABLE open_actions (
  action_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'executing')),
  -- Of what only one action may be at work.
  target text NOT NULL,
  -- When a pending one ends by itself, and when it is announced even without a plan; NULL once it is.
  expires_at timestamptz,
  announce_at timestamptz,
  -- When it came into this state.
  since timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX open_actions_to_do ON open_actions (cluster_id, target, action_id) WHERE state = 'executing';
CREATE INDEX open_actions_expiring ON open_actions (expires_at) WHERE state = 'pending';
CREATE INDEX open_actions_unannounced ON open_actions (announce_at) WHERE announce_at IS NOT NULL;
SELECT kit.system_table('open_actions');

-- Plans that are wanted of a cluster's worker: for an action that was proposed, or for somebody who waits.
CREATE TABLE plan_requests (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  action_id uuid,
  asked jsonb NOT NULL,
  consented boolean NOT NULL,
  taken_until timestamptz,
  plan jsonb,
  -- Why there is none, where the cluster did not tell enough.
  failure jsonb,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX plan_requests_of_action ON plan_requests (tenant_id, action_id) WHERE action_id IS NOT NULL;
CREATE INDEX plan_requests_open ON plan_requests (tenant_id, cluster_id, id) WHERE plan IS NULL AND failure IS NULL;
SELECT kit.tenant_table('plan_requests');

-- Which workers act on which cluster, and when each was last seen.
CREATE TABLE workers (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  worker text NOT NULL,
  version text NOT NULL,
  missing_rights jsonb NOT NULL,
  -- Why it does nothing, in words; NULL while it works.
  trouble text,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, cluster_id, worker)
) WITH (fillfactor = 50);
SELECT kit.tenant_table('workers');

-- What a tenant has set; without a row the defaults hold.
CREATE TABLE settings (
  tenant_id uuid PRIMARY KEY,
  self_approval boolean NOT NULL,
  plan_must_be_named boolean NOT NULL,
  pending_seconds integer NOT NULL CHECK (pending_seconds > 0),
  updated_at timestamptz NOT NULL
);
SELECT kit.tenant_table('settings');

-- Whose clusters there have been workers for. Above tenants: what is past its keeping is deleted in all of them.
CREATE TABLE known_tenants (
  tenant_id uuid PRIMARY KEY
);
SELECT kit.system_table('known_tenants');
