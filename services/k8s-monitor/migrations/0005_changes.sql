-- What is asked of a workload, by which the next round knows that somebody asked for something else. Rows from before
-- have an empty template until their cluster is next observed: that first filling is no change.
ALTER TABLE workloads
  ADD COLUMN uid text NOT NULL DEFAULT '',
  ADD COLUMN created_at timestamptz,
  ADD COLUMN generation bigint NOT NULL DEFAULT 0,
  -- NULL where there is no such number, as of a DaemonSet.
  ADD COLUMN replicas integer,
  ADD COLUMN images text[] NOT NULL DEFAULT '{}',
  -- A hash, in which the wish to make pods anew (restarted_at) does not count.
  ADD COLUMN template text NOT NULL DEFAULT '',
  ADD COLUMN restarted_at text NOT NULL DEFAULT '',
  -- Field managers, and when each wrote it, as the API server says.
  ADD COLUMN template_by text,
  ADD COLUMN template_at timestamptz,
  ADD COLUMN replicas_by text,
  ADD COLUMN replicas_at timestamptz;

-- What other modules were told of it, for the page of a workload.
CREATE TABLE workload_changes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  kind text NOT NULL,
  namespace text NOT NULL COLLATE "C",
  name text NOT NULL COLLATE "C",
  change text NOT NULL CHECK (change IN ('created', 'template', 'restarted', 'replicas', 'deleted')),
  images_before text[] NOT NULL,
  images_after text[] NOT NULL,
  replicas_before integer,
  replicas_after integer,
  manager text,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX workload_changes_of_one ON workload_changes (tenant_id, cluster_id, kind, namespace, name, id);
SELECT kit.tenant_table('workload_changes');
SELECT kit.partitioned('workload_changes', 'month', interval '90 days');
