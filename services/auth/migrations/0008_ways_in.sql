-- Of a session by single sign-on: the mail domain its holder came with. When the domain is removed, it ends.
ALTER TABLE sessions ADD COLUMN mail_domain text;

-- Codes of a second factor, written down before they are looked at and forgotten with the first right one. Only who
-- has shown the right password, or has a session, gets this far: nobody else can use up what an account may.
CREATE TABLE second_factor_guesses (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX second_factor_guesses_by_user ON second_factor_guesses (tenant_id, user_id, at);
SELECT kit.tenant_table('second_factor_guesses', 'SELECT, INSERT, DELETE');
