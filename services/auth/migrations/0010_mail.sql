-- What a person wants to be mailed of, and since when: they are told of what happens after they asked. No row: nothing.
CREATE TABLE mail_wishes (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- NULL: not wanted.
  incidents_since timestamptz,
  approvals_since timestamptz,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
SELECT kit.tenant_table('mail_wishes');

-- Mails about what happened, one for each event and person: written with the event, then sent. The address is looked up
-- when it is sent, and stands nowhere here.
CREATE TABLE mails (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  topic text NOT NULL CHECK (topic IN ('incidents', 'approvals')),
  -- Where it happened: a role may be limited before it is sent.
  cluster_id uuid,
  cloudspace_id uuid,
  -- What it is about, by which mail programs keep mails together.
  thread text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  -- counted: not sent, because there had been too many, but named in the next one.
  state text NOT NULL CHECK (state IN ('pending', 'sent', 'counted', 'failed', 'canceled')),
  -- Why it waits, failed or was canceled.
  reason text,
  -- It waits because there have been too many within an hour.
  is_held boolean NOT NULL DEFAULT false,
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  deadline_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL))
) PARTITION BY RANGE (id);
CREATE INDEX mails_due ON mails (tenant_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX mails_sent ON mails (tenant_id, user_id, finished_at) WHERE state = 'sent';
SELECT kit.tenant_table('mails');
SELECT kit.partitioned('mails', 'day', interval '7 days');

-- Which tenants have mail to be sent, and when. Above tenants: one sender works for all of them. Ids and times only.
CREATE TABLE mail_due (
  tenant_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL
);
SELECT kit.system_table('mail_due');
