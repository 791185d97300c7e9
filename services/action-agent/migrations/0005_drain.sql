-- The pods of a node that is being drained, from the first look at it to the end of the drain; then they go into the
-- details of the action. A pod is known by its UID: another of the same name is another pod.
CREATE TABLE drain_pods (
  tenant_id uuid NOT NULL,
  action_id uuid NOT NULL,
  pod_uid text NOT NULL,
  namespace text NOT NULL,
  pod text NOT NULL,
  owner text,
  -- The order in which they are evicted.
  place integer NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'evicting', 'evicted', 'skipped', 'failed')),
  -- In words, and as the code that the drain ends with.
  reason text,
  failure text,
  -- The budget whose lane it is in.
  budget text,
  blocked_by text[] NOT NULL DEFAULT '{}',
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  -- Written before its eviction is requested, and taken back with the answer.
  asked_at timestamptz,
  -- Since when requests for it have been failing in ways that are no attempts.
  trouble_since timestamptz,
  next_try_at timestamptz,
  deadline_at timestamptz,
  PRIMARY KEY (tenant_id, action_id, pod_uid)
) WITH (fillfactor = 50);
SELECT kit.tenant_table('drain_pods');
