CREATE TABLE incidents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Grows with every change of the incident or its timeline: streams follow it.
  version bigint NOT NULL DEFAULT 1,
  number integer NOT NULL,
  cluster_id uuid NOT NULL,
  -- Whose namespace it is in, if a CloudSpace's: a role limited to CloudSpaces sees those and no others.
  cloudspace_id uuid,
  -- What signals of it have in common; NULL: it was declared, and no signal comes to it.
  group_key text,
  title text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  -- Set by a person: signals do not change it any more.
  title_set boolean NOT NULL DEFAULT false,
  severity_set boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('open', 'acknowledged', 'investigating', 'mitigated', 'resolved', 'closed')),
  category text NOT NULL,
  -- Empty: none.
  namespace text COLLATE "C" NOT NULL,
  affected_service text COLLATE "C" NOT NULL,
  object jsonb,
  affected jsonb NOT NULL DEFAULT '[]',
  affected_total integer NOT NULL DEFAULT 0,
  source text NOT NULL,
  -- What was found so far, in the order in which it was.
  rules text[] NOT NULL DEFAULT '{}',
  signal_count integer NOT NULL DEFAULT 0,
  firing integer NOT NULL DEFAULT 0,
  recurrence integer NOT NULL DEFAULT 0,
  previous_incident_id uuid,
  assignee_id uuid,
  summary text,
  root_cause text,
  review text,
  resolution text,
  merged_into uuid,
  quiet_since timestamptz,
  resolves_at timestamptz,
  -- When the first signal that only its sender can end has been silent for too long.
  silent_at timestamptz,
  -- When something of it was last heard or written: a signal, or an entry.
  active_at timestamptz NOT NULL,
  -- When incident.updated was last told, and when the next is due; NULL: nothing is to be told.
  updated_told_at timestamptz,
  update_due_at timestamptz,
  started_at timestamptz NOT NULL,
  detected_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  mitigated_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  created_by jsonb,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX incidents_by_status ON incidents (tenant_id, status, id);
CREATE INDEX incidents_of_cluster ON incidents (tenant_id, cluster_id, id);
CREATE INDEX incidents_of_namespace ON incidents (tenant_id, namespace, id);
CREATE INDEX incidents_of_service ON incidents (tenant_id, affected_service, id);
CREATE INDEX incidents_of_assignee ON incidents (tenant_id, assignee_id, id) WHERE assignee_id IS NOT NULL;
-- The live ones of a cluster and namespace, for what happens there.
CREATE INDEX incidents_live ON incidents (tenant_id, cluster_id, namespace) WHERE status IN ('open', 'acknowledged', 'investigating', 'mitigated');
SELECT kit.tenant_table('incidents');
SELECT kit.counted('incidents', 'incidents', ARRAY['status', 'severity', 'cluster_id']);
SELECT kit.partitioned('incidents', 'month', interval '400 days');

-- The newest incident of each group of signals, live or over. Whoever takes signals writes these rows first, in the
-- order of the keys: so each group has one live incident, whoever brings its signals and however often.
CREATE TABLE groups (
  tenant_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  incident_id uuid NOT NULL,
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key)
) WITH (fillfactor = 70);
CREATE INDEX groups_by_age ON groups (tenant_id, touched_at);
CREATE INDEX groups_of_incident ON groups (tenant_id, incident_id);
SELECT kit.tenant_table('groups');

-- What has to be done next with an incident that is not closed, and when. Above tenants, because deadlines pass in all of them.
CREATE TABLE open_incidents (
  incident_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  due_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX open_incidents_due ON open_incidents (due_at);
SELECT kit.system_table('open_incidents');

CREATE TABLE numbers (
  tenant_id uuid PRIMARY KEY,
  last integer NOT NULL
) WITH (fillfactor = 50);
SELECT kit.tenant_table('numbers');

CREATE TABLE signals (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- NULL: it has opened none, because it is in a window, expected, or not severe enough.
  incident_id uuid,
  -- The maintenance window that kept it from opening an incident.
  window_id uuid,
  cluster_id uuid NOT NULL,
  source text NOT NULL,
  key text NOT NULL,
  -- The newest of its cluster, source and key; those of incidents that are over stay with them.
  is_current boolean NOT NULL DEFAULT true,
  rule text NOT NULL,
  severity text NOT NULL,
  category text NOT NULL,
  title text NOT NULL,
  service text NOT NULL,
  message text NOT NULL,
  object jsonb,
  -- Of one without object: the namespace it concerns.
  namespace text,
  nodes text[] NOT NULL DEFAULT '{}',
  all_on_nodes boolean NOT NULL DEFAULT false,
  group_key text NOT NULL,
  firing boolean NOT NULL,
  end_reason text,
  -- How often it began; 0: only its end was heard so far.
  count integer NOT NULL,
  -- When it first began, and when it did the last time that was counted; by its source.
  first_at timestamptz NOT NULL,
  began_at timestamptz,
  -- The latest that is known of whether it fires: an end from before says nothing any more.
  changed_at timestamptz NOT NULL,
  -- Without a word of its sender for a day it counts as ended.
  is_repeated boolean NOT NULL,
  -- When it was last heard of.
  last_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX signals_current ON signals (tenant_id, cluster_id, source, key) WHERE is_current;
CREATE INDEX signals_of_incident ON signals (tenant_id, incident_id, id);
CREATE INDEX signals_in_window ON signals (tenant_id, window_id) WHERE window_id IS NOT NULL;
CREATE INDEX signals_of_cluster ON signals (tenant_id, cluster_id) WHERE firing;
SELECT kit.tenant_table('signals');

-- The timeline. The id is of the time at which it happened, so the order of ids is the order of events.
CREATE TABLE entries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid NOT NULL,
  -- The incident's version when it was last written.
  version bigint NOT NULL,
  kind text NOT NULL,
  -- What happens again under this key is counted, and makes no new entry.
  key text,
  summary text NOT NULL,
  text text,
  actor jsonb,
  object jsonb,
  ref jsonb,
  count integer NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX entries_of_incident ON entries (tenant_id, incident_id, id);
CREATE INDEX entries_by_key ON entries (tenant_id, key, incident_id) WHERE key IS NOT NULL;
CREATE INDEX entries_by_version ON entries (tenant_id, incident_id, version, id);
SELECT kit.tenant_table('entries');
SELECT kit.partitioned('entries', 'month', interval '400 days');

-- What happened lately, whether there was an incident or not: one that opens now is told what came before it.
CREATE TABLE recents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  namespace text,
  -- The groups it has to do with, besides its namespace.
  group_keys text[] NOT NULL DEFAULT '{}',
  entry jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX recents_of_namespace ON recents (tenant_id, cluster_id, namespace, id);
CREATE INDEX recents_of_group ON recents USING gin (group_keys);
SELECT kit.tenant_table('recents');

CREATE TABLE windows (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  name text NOT NULL,
  namespaces text[],
  nodes text[],
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('scheduled', 'active', 'ended', 'canceled')),
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX windows_of_cluster ON windows (tenant_id, cluster_id, ends_at) WHERE state IN ('scheduled', 'active');
SELECT kit.tenant_table('windows');
SELECT kit.counted('windows', 'windows', ARRAY['cluster_id', 'state']);

-- Windows that begin or end. Above tenants, as open_incidents.
CREATE TABLE open_windows (
  window_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  due_at timestamptz NOT NULL
);
CREATE INDEX open_windows_due ON open_windows (due_at);
SELECT kit.system_table('open_windows');

-- What a tenant has set; without a row the defaults hold.
CREATE TABLE settings (
  tenant_id uuid PRIMARY KEY,
  quiet_seconds integer NOT NULL CHECK (quiet_seconds > 0),
  open_from text NOT NULL,
  updated_at timestamptz NOT NULL
);
SELECT kit.tenant_table('settings');

-- Which namespace is whose CloudSpace, as platform tells it.
CREATE TABLE cloudspaces (
  tenant_id uuid NOT NULL,
  cloudspace_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  namespace text NOT NULL,
  PRIMARY KEY (tenant_id, cloudspace_id)
);
CREATE INDEX cloudspaces_by_namespace ON cloudspaces (tenant_id, cluster_id, namespace);
SELECT kit.tenant_table('cloudspaces');

-- Clusters that are no more: what is still told of them opens nothing.
CREATE TABLE removed_clusters (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, cluster_id)
);
SELECT kit.tenant_table('removed_clusters');

-- Whose rows there are, to delete what is past its keeping. Above tenants; ids only.
CREATE TABLE known_tenants (
  tenant_id uuid PRIMARY KEY
);
SELECT kit.system_table('known_tenants');
