CREATE TABLE cloudspaces (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Grows with every change of the row.
  version integer NOT NULL DEFAULT 1,
  cluster_id uuid NOT NULL,
  -- Byte by byte, so that the index below also finds names by how they begin.
  name text COLLATE "C" NOT NULL,
  namespace text NOT NULL,
  quota jsonb,
  pod_security text NOT NULL CHECK (pod_security IN ('baseline', 'restricted')),
  placement jsonb,
  -- Host, user name and when the password was set, of each registry.
  registries jsonb NOT NULL,
  -- Sealed: the passwords by host; null without registries.
  registry_passwords text,
  -- Grows with every change of what the cluster is to have, and which of these it has.
  generation integer NOT NULL,
  applied_generation integer NOT NULL,
  -- Something of it may be in the cluster.
  sent boolean NOT NULL,
  phase text NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  phase_since timestamptz NOT NULL,
  -- When the phase must have ended; null where it may last.
  deadline_at timestamptz,
  -- When it became Ready for the first time, which is told once.
  ready_at timestamptz,
  deleted_by jsonb,
  created_by jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, cluster_id) REFERENCES clusters (tenant_id, id)
);
CREATE UNIQUE INDEX cloudspaces_by_name ON cloudspaces (tenant_id, name);
CREATE UNIQUE INDEX cloudspaces_by_namespace ON cloudspaces (tenant_id, cluster_id, namespace);
SELECT kit.tenant_table('cloudspaces');
SELECT kit.counted('cloudspaces', 'cloudspaces', ARRAY['cluster_id', 'phase']);

-- Above tenants: whose each namespace is, for modules that watch clusters; and which of them somebody has to work on.
CREATE TABLE namespaces (
  cloudspace_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  namespace text NOT NULL,
  phase text NOT NULL,
  -- When there is something to do; null while there is nothing.
  due_at timestamptz
);
CREATE INDEX namespaces_by_cluster ON namespaces (cluster_id, namespace);
CREATE INDEX namespaces_by_due ON namespaces (due_at) WHERE due_at IS NOT NULL;
SELECT kit.system_table('namespaces');

CREATE TABLE apps (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  cloudspace_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- What the newest revision asks for.
  content jsonb NOT NULL,
  rollback_on_failure boolean NOT NULL,
  -- What somebody asked for last: on create, by scale, or by an action.
  desired_replicas integer NOT NULL,
  replicas_at timestamptz NOT NULL,
  -- The count was written down and has not been sent yet.
  scale_pending boolean NOT NULL,
  -- The newest revision, its phase, and the one that is Live.
  revision integer NOT NULL,
  phase text NOT NULL,
  current_revision integer,
  pinned jsonb,
  -- active, deleting, delete_failed
  state text NOT NULL,
  state_message text,
  state_deadline_at timestamptz,
  -- A first deployment was canceled after something of it may have been written.
  remove_objects boolean NOT NULL DEFAULT false,
  created_by jsonb,
  deleted_by jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, cloudspace_id) REFERENCES cloudspaces (tenant_id, id)
);
CREATE UNIQUE INDEX apps_by_name ON apps (tenant_id, cloudspace_id, name);
CREATE INDEX apps_by_any_name ON apps (tenant_id, name, id);
SELECT kit.tenant_table('apps');
SELECT kit.counted('apps', 'apps', ARRAY['cluster_id', 'cloudspace_id', 'phase']);

-- A revision and its deployment are one: what was asked for never changes, what became of it does until it ends.
CREATE TABLE deployments (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  app_id uuid NOT NULL,
  cloudspace_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  revision integer NOT NULL,
  previous_revision integer,
  of_revision integer,
  -- The failed one that this one takes the place of.
  instead_of integer,
  content jsonb NOT NULL,
  -- The image as it is written into the cluster: the content's own, or by digest where a revision is put back.
  image text NOT NULL,
  -- Read from running pods once it is Live.
  digest text,
  trigger text NOT NULL,
  actor jsonb,
  note text,
  phase text NOT NULL,
  phases jsonb NOT NULL,
  reason text,
  message text,
  pods jsonb NOT NULL,
  progress text,
  -- What was sent to the cluster so far: nothing, something, everything.
  sent text NOT NULL,
  -- Of the Deployment in the cluster, once everything was sent.
  applied_generation bigint,
  rolled_back_to integer,
  canceled_by jsonb,
  is_current boolean NOT NULL,
  created_at timestamptz NOT NULL,
  deadline_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX deployments_by_revision ON deployments (tenant_id, app_id, revision);
CREATE INDEX deployments_by_app ON deployments (tenant_id, app_id, id);
SELECT kit.tenant_table('deployments');
SELECT kit.counted('deployments', 'deployments', ARRAY['app_id', 'cluster_id', 'cloudspace_id', 'phase']);

-- Above tenants: apps that somebody has to work on, one at a time each.
CREATE TABLE open_deployments (
  app_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  -- Takes one of the slots of its cluster.
  is_running boolean NOT NULL DEFAULT false
);
CREATE INDEX open_deployments_by_due ON open_deployments (due_at);
CREATE INDEX open_deployments_running ON open_deployments (cluster_id) WHERE is_running;
SELECT kit.system_table('open_deployments');

-- What whoever watches the cluster sees of an app; it changes without anybody changing the app.
CREATE TABLE app_states (
  tenant_id uuid NOT NULL,
  -- The app's.
  id uuid NOT NULL,
  ready_replicas integer NOT NULL,
  running_replicas integer,
  -- Who set the count that runs, and when, where it is not what was asked for.
  replicas_by jsonb,
  health text NOT NULL,
  gitops text NOT NULL,
  reason text,
  message text,
  pods jsonb NOT NULL,
  reachable boolean NOT NULL,
  reachable_by text,
  reachable_message text,
  checked_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, id) REFERENCES apps (tenant_id, id) ON DELETE CASCADE
);
SELECT kit.tenant_table('app_states');

-- Up to when what is known of the apps of a cluster is true; null while nobody watches them.
ALTER TABLE cluster_owners ADD COLUMN apps_observed_at timestamptz;
