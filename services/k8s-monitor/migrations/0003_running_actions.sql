-- Actions of ours that run, and the issues they are meant to cause. Few rows, each for as long as its action runs.
CREATE TABLE running_actions (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  action_id uuid NOT NULL,
  -- NULL: that it ended was heard first, and that it began may still come.
  expects jsonb,
  -- From then on it counts as ended, whatever was heard of it.
  until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, cluster_id, action_id)
);
SELECT kit.tenant_table('running_actions');

-- Grows whenever an action begins or ends, so that whoever watches the cluster reads them again.
ALTER TABLE watches ADD COLUMN actions bigint NOT NULL DEFAULT 0;

-- Which running action is meant to cause the issue.
ALTER TABLE issues
  ADD COLUMN action_id uuid,
  ADD COLUMN expected boolean NOT NULL GENERATED ALWAYS AS (action_id IS NOT NULL) STORED;

-- What is told of a cluster that nobody reaches stays as it was last known, in the form of today.
UPDATE health SET issues = replace(issues, '"last_seen":null', '"action_id":null,"expected":false,"last_seen":null');
