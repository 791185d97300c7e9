-- How one comes in to deploy; null where the registered credentials serve for that too.
ALTER TABLE clusters ADD COLUMN deploy_server text;
-- Sealed, and told to nobody.
ALTER TABLE clusters ADD COLUMN deploy_credentials text;
ALTER TABLE clusters ADD COLUMN deploy_credential_kind text CHECK (deploy_credential_kind IN ('token', 'client_certificate'));
ALTER TABLE clusters ADD COLUMN deploy_credential_expires_at timestamptz;
ALTER TABLE clusters ADD CHECK ((deploy_server IS NULL) = (deploy_credentials IS NULL));
ALTER TABLE clusters ADD CHECK ((deploy_server IS NULL) = (deploy_credential_kind IS NULL));
-- Why it can be deployed to, or cannot, and what is known beyond what that reason means.
ALTER TABLE clusters ADD COLUMN deploy_reason text NOT NULL DEFAULT 'not_checked';
ALTER TABLE clusters ADD COLUMN deploy_known text;
-- As `rights`, of the credentials that are deployed with.
ALTER TABLE clusters ADD COLUMN deploy_rights jsonb NOT NULL DEFAULT '{}';
-- When any of them was last asked for, and when all were.
ALTER TABLE clusters ADD COLUMN deploy_asked_at timestamptz;
ALTER TABLE clusters ADD COLUMN deploy_checked_at timestamptz;
