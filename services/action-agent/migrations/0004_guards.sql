-- What keeps automation in bounds, with the defaults that hold until a tenant sets them.
ALTER TABLE settings ADD COLUMN cooldown_seconds integer NOT NULL DEFAULT 300 CHECK (cooldown_seconds >= 0);
ALTER TABLE settings ADD COLUMN max_drains_per_cluster integer NOT NULL DEFAULT 1 CHECK (max_drains_per_cluster >= 0);
ALTER TABLE settings ADD COLUMN max_automated_per_hour integer NOT NULL DEFAULT 20 CHECK (max_automated_per_hour >= 0);
ALTER TABLE settings ADD COLUMN max_cordoned_percent integer NOT NULL DEFAULT 10 CHECK (max_cordoned_percent BETWEEN 0 AND 100);
ALTER TABLE settings ADD COLUMN protected_namespaces text[] NOT NULL DEFAULT '{kube-system,wheelhouse}';
ALTER TABLE settings ADD COLUMN protected_node_labels text[] NOT NULL
  DEFAULT '{node-role.kubernetes.io/control-plane,node-role.kubernetes.io/master}';
ALTER TABLE settings ADD COLUMN automated_scale_to_zero boolean NOT NULL DEFAULT false;
ALTER TABLE settings ADD COLUMN dry_mode boolean NOT NULL DEFAULT false;

-- What is engaged: of one cluster, or of the whole tenant, whose cluster_id is nil.
CREATE TABLE kill_switches (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  engaged_at timestamptz NOT NULL,
  engaged_by jsonb NOT NULL,
  reason text,
  PRIMARY KEY (tenant_id, cluster_id)
);
SELECT kit.tenant_table('kill_switches');

-- What counts for cooldown and caps: every action that was let through and changed something, or still may.
CREATE TABLE guard_uses (
  tenant_id uuid NOT NULL,
  action_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  action text NOT NULL,
  -- As in open_actions: a hash.
  target text NOT NULL,
  automatic boolean NOT NULL,
  begun_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, action_id)
);
CREATE INDEX guard_uses_of_target ON guard_uses (tenant_id, target, action);
CREATE INDEX guard_uses_of_kind ON guard_uses (tenant_id, action, begun_at) WHERE automatic;
SELECT kit.tenant_table('guard_uses');

-- Nodes that automation has cordoned, or is about to.
CREATE TABLE automated_cordons (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  node_name text NOT NULL,
  action_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, cluster_id, node_name)
);
SELECT kit.tenant_table('automated_cordons');

-- Of each kind of action whether it may run by itself; of one cluster, or of the whole tenant, whose cluster_id is nil.
CREATE TABLE autonomy (
  tenant_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  levels jsonb NOT NULL,
  PRIMARY KEY (tenant_id, cluster_id)
);
SELECT kit.tenant_table('autonomy');
