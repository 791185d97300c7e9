-- What the installation consists of right now. Each process that has the database says so every ten seconds; one that has
-- not for thirty is gone.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  -- Which part of which module: {"auth": "all", "platform": "http"}.
  roles jsonb NOT NULL,
  status text NOT NULL,
  -- What it lacks, by name: {"rabbitmq": "connection refused"}.
  troubles jsonb NOT NULL,
  outbox_waiting bigint NOT NULL,
  messages_given_up bigint NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
SELECT kit.system_table('processes');

-- By which each key of SECRETS_KEYS is known again: a signature that only that key makes.
CREATE TABLE keys (
  id text PRIMARY KEY,
  signature text NOT NULL,
  since timestamptz NOT NULL
);
SELECT kit.system_table('keys', 'SELECT, INSERT');
