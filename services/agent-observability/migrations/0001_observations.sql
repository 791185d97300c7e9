-- What was seen of an object when something happened to it, or when somebody asked. At most 64 KiB each.
CREATE TABLE observations (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid,
  -- How many rules had found something when the incident said so: of one event comes one observation.
  rules integer,
  cluster_id uuid NOT NULL,
  -- NULL: the incident is about no object.
  object jsonb,
  because text NOT NULL CHECK (because IN ('opened', 'rule_added', 'asked_by_analysis', 'asked_by_person')),
  status text NOT NULL CHECK (status IN ('observing', 'complete', 'partial', 'not_observable')),
  -- Why it could not be observed; while it is being observed, why that has not succeeded yet.
  reason text,
  message text,
  facts jsonb,
  items jsonb NOT NULL DEFAULT '[]',
  not_visible jsonb NOT NULL DEFAULT '[]',
  asked_by jsonb,
  -- How often the cluster was asked.
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'observing') = (finished_at IS NULL))
) PARTITION BY RANGE (id);
CREATE INDEX observations_of_incident ON observations (tenant_id, incident_id, id) WHERE incident_id IS NOT NULL;
CREATE INDEX observations_of_cluster ON observations (tenant_id, cluster_id, id);
CREATE INDEX observations_by_status ON observations (tenant_id, status, id);
SELECT kit.tenant_table('observations');
SELECT kit.counted('observations', 'observations', ARRAY['cluster_id', 'status']);
SELECT kit.partitioned('observations', 'day', interval '35 days');

-- Those that are being observed, and when each is to be looked at next. A cluster has two lanes, and of each one
-- observation at a time is looked at, whichever process does it. Above tenants, because workers serve all of them.
CREATE TABLE open_observations (
  observation_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  lane smallint NOT NULL,
  look_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX open_observations_due ON open_observations (cluster_id, lane, look_at);
SELECT kit.system_table('open_observations');
