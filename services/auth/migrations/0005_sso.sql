-- A tenant's identity provider. One for now.
CREATE TABLE sso_connections (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Another one with every change: a sign-in ends with the version it began with, or not at all.
  version uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- Sealed.
  client_secret text NOT NULL,
  scopes text[] NOT NULL,
  -- Where the provider tells a person's groups.
  group_claim text NOT NULL,
  default_role_id uuid,
  enabled boolean NOT NULL,
  -- The power of whoever set it. Whoever says which provider is believed can come in as anybody it
  -- names, so nobody comes in through it with more.
  set_by uuid NOT NULL,
  set_by_owner boolean NOT NULL,
  set_scopes text[] NOT NULL,
  set_cluster_ids uuid[],
  set_cloudspace_ids uuid[],
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  -- A role that goes leaves less power behind, never an error for whoever deletes it.
  FOREIGN KEY (tenant_id, default_role_id) REFERENCES roles (tenant_id, id) ON DELETE SET NULL (default_role_id)
);
CREATE UNIQUE INDEX sso_connections_one ON sso_connections (tenant_id);
SELECT kit.tenant_table('sso_connections');

-- Which group gives which role; the first that a person is in counts.
CREATE TABLE sso_group_roles (
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  group_name text NOT NULL,
  position integer NOT NULL,
  role_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, connection_id, group_name),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES sso_connections (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, role_id) REFERENCES roles (tenant_id, id) ON DELETE CASCADE
);
SELECT kit.tenant_table('sso_group_roles');

-- Mail domains of a tenant's people; they count once a TXT record with `token` was found.
CREATE TABLE sso_domains (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX sso_domains_by_domain ON sso_domains (tenant_id, domain);
SELECT kit.tenant_table('sso_domains');
SELECT kit.counted('sso_domains', 'sso_domains', ARRAY[]::text[]);

-- Above tenants: a domain is proved by one tenant at most.
CREATE TABLE sso_domains_taken (
  domain text PRIMARY KEY,
  tenant_id uuid NOT NULL,
  domain_id uuid NOT NULL
);
CREATE INDEX sso_domains_taken_by_tenant ON sso_domains_taken (tenant_id);
SELECT kit.system_table('sso_domains_taken');

-- Sign-ins that were begun at a provider and have not come back. Above tenants: whoever comes back is
-- not known yet.
CREATE TABLE sso_flows (
  state_hash bytea PRIMARY KEY,
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  connection_version uuid NOT NULL,
  -- Of the cookie of the browser that began it.
  browser_hash bytea NOT NULL,
  -- Sealed: code verifier, nonce, and where the person was going.
  proof text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_flows_by_tenant ON sso_flows (tenant_id);
CREATE INDEX sso_flows_by_end ON sso_flows (expires_at);
SELECT kit.system_table('sso_flows');
