-- Which clusters are watched. Above tenants, because workers share all of them out: ids, numbers and times only.
-- A round of a watcher begins with a write to this row, which keeps out a former holder (token), a removal going on,
-- and every other writer until it is committed.
CREATE TABLE watches (
  cluster_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  -- Grows when the cluster's address or credentials change: whoever watches it connects anew.
  generation bigint NOT NULL DEFAULT 1,
  -- Of the lease under which it was last written to.
  token bigint NOT NULL DEFAULT 0,
  -- When the cluster itself last gave a sign of life; never the time of this write.
  observed_at timestamptz,
  -- Grows with every change of what `health` says.
  version bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX watches_by_tenant ON watches (tenant_id, cluster_id);
SELECT kit.system_table('watches');

-- What is told of a cluster at once: one row, however large the cluster is.
CREATE TABLE health (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  -- NULL until it was first observed.
  score double precision,
  ready_nodes integer,
  total_nodes integer,
  -- The greatest of the open issues as JSON, as they are answered; only last_seen is filled in when it is read.
  issues text NOT NULL DEFAULT '[]',
  issues_total integer NOT NULL DEFAULT 0,
  -- Why it is not observed right now, in words.
  fault text,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, cluster_id)
) WITH (fillfactor = 50);
SELECT kit.tenant_table('health');

CREATE TABLE issues (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  reason text NOT NULL,
  category text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('critical', 'warning', 'info')),
  status text NOT NULL CHECK (status IN ('open', 'resolved')),
  kind text NOT NULL,
  namespace text,
  name text NOT NULL,
  message text NOT NULL,
  first_seen timestamptz NOT NULL,
  -- Of a resolved one; an open one was last seen when its cluster was.
  last_seen timestamptz NOT NULL,
  count integer NOT NULL,
  score_impact double precision NOT NULL,
  capped boolean NOT NULL,
  suggested_action text NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX issues_open ON issues (tenant_id, cluster_id, reason, kind, namespace, name) NULLS NOT DISTINCT WHERE status = 'open';
CREATE INDEX issues_resolved ON issues (tenant_id, cluster_id, resolved_at) WHERE status = 'resolved';
CREATE INDEX issues_of_cluster ON issues (tenant_id, cluster_id, id);
SELECT kit.tenant_table('issues');
SELECT kit.counted('issues', 'issues', ARRAY['cluster_id', 'status', 'severity', 'category']);

CREATE TABLE nodes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  uid text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('Ready', 'NotReady', 'Unknown')),
  -- Since when it has this status, where the node says so.
  status_since timestamptz,
  cordoned boolean NOT NULL,
  pressures text[] NOT NULL,
  version text NOT NULL,
  -- Thousandths of a core, and bytes.
  cpu_allocatable bigint NOT NULL,
  memory_allocatable bigint NOT NULL,
  cpu_usage bigint,
  memory_usage bigint,
  pods integer NOT NULL,
  pods_allocatable integer NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX nodes_by_name ON nodes (tenant_id, cluster_id, name);
SELECT kit.tenant_table('nodes');
SELECT kit.counted('nodes', 'nodes', ARRAY['cluster_id', 'status']);

CREATE TABLE workloads (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  kind text NOT NULL,
  namespace text NOT NULL,
  name text NOT NULL,
  desired integer NOT NULL,
  ready integer NOT NULL,
  available integer NOT NULL,
  status text NOT NULL,
  issues integer NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX workloads_by_name ON workloads (tenant_id, cluster_id, kind, namespace, name);
SELECT kit.tenant_table('workloads');
SELECT kit.counted('workloads', 'workloads', ARRAY['cluster_id', 'kind', 'status']);

-- The score over time: a point at every change, and one every five minutes while the cluster is observed.
CREATE TABLE scores (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  score double precision NOT NULL,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX scores_of_cluster ON scores (tenant_id, cluster_id, id) INCLUDE (score);
SELECT kit.tenant_table('scores');
-- The longest that HEALTH_HISTORY_DAYS can ask for; what it asks for less is deleted by the row.
SELECT kit.partitioned('scores', 'month', interval '400 days');
