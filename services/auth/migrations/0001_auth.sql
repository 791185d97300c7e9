-- Who the tenants are. Above tenants: sign-in looks one up by its slug before anybody is known.
CREATE TABLE tenants (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'suspended', 'deleting')),
  -- The one tenant whose admins create and stop the others. It never reads their data.
  operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Of a tenant that is being deleted: when its data goes.
  delete_after timestamptz
);
CREATE UNIQUE INDEX tenants_one_operator ON tenants (operator) WHERE operator;
SELECT kit.system_table('tenants');

-- Which tenant and thing a shown secret belongs to. Above tenants: whoever shows one is not known yet.
-- Hashes and ids only. Tokens, service-account secrets, sessions and links are all found here.
CREATE TABLE secret_hashes (
  hash bytea PRIMARY KEY,
  kind text NOT NULL,
  tenant_id uuid NOT NULL,
  id uuid NOT NULL
);
CREATE INDEX secret_hashes_by_thing ON secret_hashes (id);
SELECT kit.system_table('secret_hashes');

-- What has lost power, in the order in which it did; every process follows it. Ids only.
CREATE TABLE revocations (
  seq bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  tenant_id uuid NOT NULL,
  -- Of one credential or session, of everything one user or service account holds, or of the whole tenant.
  credential_id uuid,
  subject_id uuid
);
CREATE INDEX revocations_by_age ON revocations (at);
SELECT kit.system_table('revocations');
CREATE SEQUENCE revocations_seq;
DO $$ BEGIN EXECUTE format('GRANT USAGE ON SEQUENCE revocations_seq TO %I', current_setting('kit.app_role')); END $$;

-- Failed sign-ins, counted before anybody is known: account and address as keyed hashes.
CREATE TABLE login_failures (
  account bytea NOT NULL,
  address bytea NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX login_failures_by_account ON login_failures (account, at);
CREATE INDEX login_failures_by_address ON login_failures (address, at);
CREATE INDEX login_failures_by_age ON login_failures (at);
SELECT kit.system_table('login_failures');

-- The one-time link of a first start: there is no tenant or user yet that it could belong to.
CREATE TABLE setup_links (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL,
  tenant_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  claimed_at timestamptz
);
SELECT kit.system_table('setup_links');

-- What a user may do: scopes, and optionally on which clusters and CloudSpaces only.
CREATE TABLE roles (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Set for the five that every tenant has; those cannot be changed.
  builtin text CHECK (builtin IN ('owner', 'admin', 'operator', 'developer', 'viewer')),
  scopes text[] NOT NULL,
  cluster_ids uuid[],
  cloudspace_ids uuid[],
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX roles_by_name ON roles (tenant_id, lower(name));
SELECT kit.tenant_table('roles');
SELECT kit.counted('roles', 'roles', ARRAY[]::text[]);

CREATE TABLE users (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('invited', 'active', 'suspended')),
  role_id uuid NOT NULL,
  -- argon2id, in PHC form; none until a password was set, or for ever with SSO.
  password_hash text,
  password_changed_at timestamptz,
  -- Sealed. Counts as second factor from totp_confirmed_at on; no step of the clock is taken twice.
  totp_secret text,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  -- The subject at the tenant's identity provider, once it has signed in there.
  sso_subject text,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, role_id) REFERENCES roles (tenant_id, id)
);
CREATE UNIQUE INDEX users_by_email ON users (tenant_id, email);
CREATE UNIQUE INDEX users_by_sso_subject ON users (tenant_id, sso_subject) WHERE sso_subject IS NOT NULL;
CREATE INDEX users_by_role ON users (tenant_id, role_id);
SELECT kit.tenant_table('users');
SELECT kit.counted('users', 'users', ARRAY['state']);

-- How a tenant's people sign in. No row: the defaults.
CREATE TABLE sign_in_policies (
  tenant_id uuid NOT NULL PRIMARY KEY,
  require_totp boolean NOT NULL DEFAULT false,
  require_sso boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL
);
SELECT kit.tenant_table('sign_in_policies');

CREATE TABLE recovery_codes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_by_user ON recovery_codes (tenant_id, user_id);
SELECT kit.tenant_table('recovery_codes');

CREATE TABLE sessions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('password', 'sso', 'setup')),
  created_at timestamptz NOT NULL,
  -- When its holder last proved who they are; creating tokens and changing SSO want that to be fresh.
  authenticated_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  address text NOT NULL,
  user_agent text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id, id);
SELECT kit.tenant_table('sessions');

-- Single-use links: an invitation, or a new password. Their secrets are in secret_hashes.
CREATE TABLE links (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invite', 'reset')),
  user_id uuid NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX links_by_user ON links (tenant_id, user_id);
SELECT kit.tenant_table('links');

CREATE TABLE service_accounts (
  tenant_id uuid NOT NULL,
  -- Also its client_id.
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('active', 'suspended')),
  scopes text[] NOT NULL,
  cluster_ids uuid[],
  cloudspace_ids uuid[],
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX service_accounts_by_name ON service_accounts (tenant_id, lower(name));
SELECT kit.tenant_table('service_accounts');
SELECT kit.counted('service_accounts', 'service_accounts', ARRAY['state']);

-- Personal tokens, secrets of service accounts, reporting tokens of pipelines. Their hashes are in secret_hashes.
CREATE TABLE credentials (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('personal', 'service', 'reporting')),
  -- The user, service account or pipeline it acts for.
  owner_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  -- What is shown of it: how it begins and ends.
  prefix text NOT NULL,
  last_four text NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_by uuid,
  last_used_at timestamptz,
  last_used_ip text,
  -- Days before the end of which its owner was last told.
  told_days integer,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX credentials_by_owner ON credentials (tenant_id, kind, owner_id, id);
CREATE INDEX credentials_by_expiry ON credentials (expires_at) WHERE revoked_at IS NULL;
SELECT kit.tenant_table('credentials');
SELECT kit.counted('credentials', 'credentials', ARRAY['kind']);
