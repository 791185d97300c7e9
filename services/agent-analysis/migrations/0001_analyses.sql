-- What was concluded of an incident, each time it was looked into.
CREATE TABLE analyses (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  object jsonb,
  -- Why it was made.
  because text NOT NULL CHECK (because IN ('opened', 'rule_added', 'looked_again', 'not_cured', 'returned', 'asked', 'observed_late')),
  requested_by jsonb,
  -- When what it was made for happened: what was seen before says nothing of it.
  since timestamptz NOT NULL,
  -- What it is concluded from, once that is known. `asks`: it has to be asked for, because no event brings it.
  asks boolean NOT NULL,
  observation_id uuid,
  status text NOT NULL CHECK (status IN ('queued', 'observing', 'concluded')),
  conclusion text,
  reason text,
  rule text,
  summary text,
  advice text,
  -- Numbered, as the observation numbers them.
  evidence jsonb NOT NULL DEFAULT '[]',
  -- What has to hold for an action to run by itself, and whether it did.
  conditions jsonb NOT NULL DEFAULT '[]',
  confidence double precision,
  decision_id uuid,
  action text,
  target jsonb,
  automatic boolean NOT NULL DEFAULT false,
  asked_because text,
  -- When the incident is looked at again.
  again_at timestamptz,
  -- Each rule, and why it did not match.
  tried jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  -- By then it is concluded, come what may.
  due_at timestamptz NOT NULL,
  concluded_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'concluded') = (conclusion IS NOT NULL AND concluded_at IS NOT NULL AND summary IS NOT NULL))
) PARTITION BY RANGE (id);
CREATE INDEX analyses_of_incident ON analyses (tenant_id, incident_id, id);
CREATE INDEX analyses_of_cluster ON analyses (tenant_id, cluster_id, id);
CREATE INDEX analyses_by_conclusion ON analyses (tenant_id, conclusion, id);
CREATE INDEX analyses_live ON analyses (tenant_id, incident_id) WHERE status <> 'concluded';
SELECT kit.tenant_table('analyses');
SELECT kit.counted('analyses', 'analyses', ARRAY['status', 'conclusion', 'cluster_id']);
SELECT kit.partitioned('analyses', 'month', interval '400 days');

-- When a live analysis has to be concluded, or the incident of a concluded one looked at again. Above tenants, because
-- deadlines pass in all of them.
CREATE TABLE due_analyses (
  analysis_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  due_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX due_analyses_due ON due_analyses (due_at);
SELECT kit.system_table('due_analyses');

-- What is known of an incident, the newest of what was heard. Whoever analyses, decides or withdraws locks its row first.
CREATE TABLE incidents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  object jsonb,
  previous_incident_id uuid,
  -- Nothing of it fires any more while it is quiet; it is over once it has ended.
  state text NOT NULL CHECK (state IN ('firing', 'quiet', 'ended')),
  -- Of what state it is, by the time of incidents.
  state_at timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70);
CREATE INDEX incidents_by_age ON incidents (tenant_id, touched_at);
SELECT kit.tenant_table('incidents');

-- What each analysis was made for, so that nothing is analysed twice for one thing, however often that is heard.
CREATE TABLE triggers (
  tenant_id uuid NOT NULL,
  incident_id uuid NOT NULL,
  key text NOT NULL,
  analysis_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, incident_id, key)
);
SELECT kit.tenant_table('triggers');

-- Observations of incidents that are ready, and which analysis is concluded from each: NULL while none is.
CREATE TABLE observations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid NOT NULL,
  ready_at timestamptz NOT NULL,
  analysis_id uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX observations_of_incident ON observations (tenant_id, incident_id, id);
CREATE INDEX observations_by_age ON observations (tenant_id, ready_at);
SELECT kit.tenant_table('observations');

-- What was proposed. A rule proposes once for an incident and target, unless what it proposed was withdrawn before
-- anybody had decided.
CREATE TABLE decisions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  rule text NOT NULL,
  action text NOT NULL,
  target jsonb NOT NULL,
  target_key text NOT NULL,
  automatic boolean NOT NULL,
  -- withdrawing: written before the action agent is asked to drop it.
  state text NOT NULL CHECK (state IN ('pending', 'withdrawing', 'withdrawn', 'ended')),
  withdrawn_because text,
  -- How its action ended.
  ended_as text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX decisions_once ON decisions (tenant_id, incident_id, rule, target_key) WHERE state <> 'withdrawn';
CREATE INDEX decisions_of_incident ON decisions (tenant_id, incident_id, created_at);
SELECT kit.tenant_table('decisions');

-- What became of each decision, whoever proposed it, as agent-feedback tells it: to decide and to trust is one
-- transaction.
CREATE TABLE records (
  tenant_id uuid NOT NULL,
  decision_id uuid NOT NULL,
  verdict_id uuid NOT NULL,
  incident_id uuid,
  cluster_id uuid NOT NULL,
  -- NULL: none of the built-in rules proposed it.
  rule text,
  action text NOT NULL,
  target_key text NOT NULL,
  verdict text NOT NULL,
  automatic boolean NOT NULL,
  -- A person has said so, against what was measured.
  overruled boolean NOT NULL,
  summary text NOT NULL,
  -- When a verdict was first reached, which an overrule does not change; and when the one that stands was.
  judged_at timestamptz NOT NULL,
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, decision_id)
) WITH (fillfactor = 80);
CREATE INDEX records_of_rule ON records (tenant_id, rule, action, judged_at);
CREATE INDEX records_of_target ON records (tenant_id, target_key, judged_at);
CREATE INDEX records_by_age ON records (tenant_id, judged_at);
SELECT kit.tenant_table('records');

-- Which rules a tenant has switched off, which are paused, and since when their record counts for pausing.
CREATE TABLE rule_states (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  paused_since timestamptz,
  paused_because text,
  resumed_at timestamptz,
  PRIMARY KEY (tenant_id, rule)
);
SELECT kit.tenant_table('rule_states');

-- What a tenant has set; without a row the defaults hold.
CREATE TABLE settings (
  tenant_id uuid PRIMARY KEY,
  auto_from double precision NOT NULL CHECK (auto_from BETWEEN 0.5 AND 1),
  updated_at timestamptz NOT NULL
);
SELECT kit.tenant_table('settings');

-- Whose rows there are, to delete what is past its keeping. Above tenants; ids only.
CREATE TABLE known_tenants (
  tenant_id uuid PRIMARY KEY
);
SELECT kit.system_table('known_tenants');
