-- What would spare the next incident. Not cut by time: one that stays open is changed for as long as its cause lasts.
CREATE TABLE recommendations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  kind text NOT NULL,
  -- What it is about, as text: there is one live recommendation of a kind and subject.
  subject_key text NOT NULL,
  subject jsonb NOT NULL,
  severity text NOT NULL CHECK (severity IN ('high', 'medium', 'low')),
  why text NOT NULL,
  how text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'accepted', 'dismissed', 'done')),
  accepted_by jsonb,
  accepted_at timestamptz,
  note text,
  -- {reason, until, by, at}
  dismissed jsonb,
  dismissed_until timestamptz,
  -- When its cause was seen last.
  seen_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'done') = (done_at IS NOT NULL)),
  CHECK ((status = 'dismissed') = (dismissed_until IS NOT NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX recommendations_live ON recommendations (tenant_id, cluster_id, kind, subject_key) WHERE status <> 'done';
CREATE INDEX recommendations_by_status ON recommendations (tenant_id, status, id);
CREATE INDEX recommendations_by_kind ON recommendations (tenant_id, kind, id);
CREATE INDEX recommendations_of_cluster ON recommendations (tenant_id, cluster_id, id);
CREATE INDEX recommendations_done ON recommendations (tenant_id, done_at) WHERE status = 'done';
SELECT kit.tenant_table('recommendations');
SELECT kit.counted('recommendations', 'recommendations', ARRAY['status', 'kind', 'cluster_id']);

-- The clusters to look at, and when. Above tenants, because an hour passes in all of them; ids and times only.
CREATE TABLE cluster_rounds (
  cluster_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  due_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX cluster_rounds_due ON cluster_rounds (due_at);
SELECT kit.system_table('cluster_rounds');
