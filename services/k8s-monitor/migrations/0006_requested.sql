-- What the pods on a node request together, in thousandths of a core and bytes, and whether it keeps pods off that tolerate
-- nothing: by these it is known whether others have room for a pod. NULL until the cluster is next observed.
ALTER TABLE nodes
  ADD COLUMN cpu_requested bigint,
  ADD COLUMN memory_requested bigint,
  ADD COLUMN tainted boolean NOT NULL DEFAULT false;
