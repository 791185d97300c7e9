-- What became of each decision: pending until that is known.
CREATE TABLE verdicts (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  decision_id uuid NOT NULL,
  action_id uuid NOT NULL,
  incident_id uuid,
  cluster_id uuid NOT NULL,
  proposed_by jsonb,
  -- The rule that proposed it; NULL: no rule did.
  rule_id uuid,
  action text NOT NULL,
  target jsonb NOT NULL,
  -- The same for every action on the same target.
  target_key text NOT NULL,
  automatic boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'final')),
  verdict text,
  summary text,
  -- What was measured, whatever a person has said since.
  measured jsonb,
  -- The health of the cluster around it, asked once.
  health jsonb,
  overruled_by jsonb,
  overruled_at timestamptz,
  note text,
  started_at timestamptz,
  -- When it will have ended, even if its end is never reported.
  ends_by timestamptz,
  ended_at timestamptz,
  -- How it ended, as the action agent tells it; NULL: not heard yet.
  ending jsonb,
  -- The windows it is judged by: those of the tenant when its end was heard.
  cured_within_seconds integer NOT NULL,
  stays_seconds integer NOT NULL,
  -- When the verdict that stands was said.
  reached_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state = 'final') = (verdict IS NOT NULL AND reached_at IS NOT NULL))
) PARTITION BY RANGE (id);
CREATE INDEX verdicts_of_cluster ON verdicts (tenant_id, cluster_id, id);
CREATE INDEX verdicts_of_incident ON verdicts (tenant_id, incident_id, id) WHERE incident_id IS NOT NULL;
CREATE INDEX verdicts_of_rule ON verdicts (tenant_id, rule_id, id) WHERE rule_id IS NOT NULL;
CREATE INDEX verdicts_by_verdict ON verdicts (tenant_id, verdict, id);
-- What track records are made of: the newest judged ones of a rule and kind.
CREATE INDEX verdicts_judged ON verdicts (tenant_id, rule_id, action, id)
  WHERE rule_id IS NOT NULL AND verdict IN ('cured', 'relapsed', 'not_cured', 'worse', 'failed');
SELECT kit.tenant_table('verdicts');
SELECT kit.counted('verdicts', 'verdicts', ARRAY['cluster_id', 'state', 'verdict']);
SELECT kit.partitioned('verdicts', 'month', interval '400 days');

-- One verdict per decision, however often it is told of. Apart from the verdicts, whose key is the time.
CREATE TABLE decisions (
  tenant_id uuid NOT NULL,
  decision_id uuid NOT NULL,
  verdict_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, decision_id)
);
CREATE INDEX decisions_by_age ON decisions (tenant_id, verdict_id);
SELECT kit.tenant_table('decisions');

-- The rules and kinds there are verdicts of.
CREATE TABLE rule_actions (
  tenant_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  action text NOT NULL,
  PRIMARY KEY (tenant_id, rule_id, action)
);
SELECT kit.tenant_table('rule_actions');

-- What was heard of incidents, in whatever order. `opened_again` stands with the incident that came back as another.
CREATE TABLE incident_moments (
  tenant_id uuid NOT NULL,
  incident_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('quiet', 'returned', 'ended', 'opened_again')),
  -- Of an end: why it is over, as far as that is told.
  resolution text,
  PRIMARY KEY (tenant_id, incident_id, at, kind)
);
CREATE INDEX incident_moments_by_age ON incident_moments (tenant_id, at);
SELECT kit.tenant_table('incident_moments');

-- From when on a cluster could be observed, or could not.
CREATE TABLE cluster_moments (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  at timestamptz NOT NULL,
  observed boolean NOT NULL,
  PRIMARY KEY (tenant_id, cluster_id, at, observed)
);
SELECT kit.tenant_table('cluster_moments');

-- What people say of an analysis or a run; the last word of each counts.
CREATE TABLE ratings (
  tenant_id uuid NOT NULL,
  rated_by uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('analysis', 'run')),
  thing_id uuid NOT NULL,
  rater jsonb NOT NULL,
  helpful boolean NOT NULL,
  note text,
  rated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, kind, thing_id, rated_by)
);
CREATE INDEX ratings_by_age ON ratings (tenant_id, rated_at);
SELECT kit.tenant_table('ratings');

-- What a tenant has set; without a row the defaults hold.
CREATE TABLE settings (
  tenant_id uuid PRIMARY KEY,
  cured_within_seconds integer NOT NULL CHECK (cured_within_seconds > 0),
  stays_seconds integer NOT NULL CHECK (stays_seconds > 0),
  updated_at timestamptz NOT NULL
);
SELECT kit.tenant_table('settings');

-- Verdicts to look at, and when. Above tenants, because time passes in all of them.
CREATE TABLE due_verdicts (
  verdict_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  due_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX due_verdicts_due ON due_verdicts (due_at);
SELECT kit.system_table('due_verdicts');

-- Whose rows there are, to delete what is past its keeping. Above tenants; ids only.
CREATE TABLE known_tenants (
  tenant_id uuid PRIMARY KEY
);
SELECT kit.system_table('known_tenants');
