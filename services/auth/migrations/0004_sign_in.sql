-- An attempt is written down before the password is looked at, and taken back by name if it was none.
ALTER TABLE login_failures ADD COLUMN id uuid PRIMARY KEY;
-- Both limits ask for the n-th last failure of an account from an address, and of an address.
DROP INDEX login_failures_by_account;
CREATE INDEX login_failures_by_account ON login_failures (account, address, at);
CREATE INDEX login_failures_of_account ON login_failures (account, at);

CREATE INDEX sessions_by_expiry ON sessions (tenant_id, expires_at);
