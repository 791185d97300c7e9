-- What the lists can be sorted by, each with an index of its own that ends in the id. Names are compared byte by byte:
-- their order is the same on every machine, and an index also finds them by how they begin.
ALTER TABLE nodes
  ALTER COLUMN name TYPE text COLLATE "C",
  -- Worst first.
  ADD COLUMN status_rank smallint NOT NULL
    GENERATED ALWAYS AS (CASE status WHEN 'NotReady' THEN 0 WHEN 'Unknown' THEN 1 ELSE 2 END) STORED,
  -- Of what pods may use. A row is written when one of these is another, not whenever the usage is.
  ADD COLUMN cpu_percent integer GENERATED ALWAYS AS (round(cpu_usage * 100.0 / greatest(1, cpu_allocatable))) STORED,
  ADD COLUMN memory_percent integer
    GENERATED ALWAYS AS (round(memory_usage * 100.0 / greatest(1, memory_allocatable))) STORED;
CREATE INDEX nodes_sorted_by_name ON nodes (tenant_id, name, id);
CREATE INDEX nodes_sorted_by_status ON nodes (tenant_id, status_rank, id);
CREATE INDEX nodes_sorted_by_cpu ON nodes (tenant_id, cpu_percent, id);
CREATE INDEX nodes_sorted_by_memory ON nodes (tenant_id, memory_percent, id);
CREATE INDEX nodes_sorted_by_pods ON nodes (tenant_id, pods, id);

ALTER TABLE workloads
  ALTER COLUMN namespace TYPE text COLLATE "C",
  ALTER COLUMN name TYPE text COLLATE "C",
  ADD COLUMN status_rank smallint NOT NULL GENERATED ALWAYS AS (
    CASE status WHEN 'stuck' THEN 0 WHEN 'short' THEN 1 WHEN 'progressing' THEN 2 WHEN 'paused' THEN 3 WHEN 'ok' THEN 4 ELSE 5 END
  ) STORED;
CREATE INDEX workloads_sorted_by_name ON workloads (tenant_id, namespace, name, id);
CREATE INDEX workloads_sorted_by_status ON workloads (tenant_id, status_rank, id);
CREATE INDEX workloads_sorted_by_issues ON workloads (tenant_id, issues, id);

-- Nearly everyone asks for those of one status.
CREATE INDEX issues_sorted_by_impact ON issues (tenant_id, status, score_impact, id);
