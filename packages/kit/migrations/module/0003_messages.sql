-- Messages that are not events: those that go out to an exchange of their own, and those that came and were not handled.

-- What goes out has the exchange as its type, so that it is numbered and confirmed like events of one type. The id it
-- travels under is the module's own; the row's stays unique.
ALTER TABLE outbox ADD COLUMN exchange text, ADD COLUMN routing_key text, ADD COLUMN message_id text;

-- Messages that could not be handled: those that will be tried again, and those given up, until it is known whose they
-- are. Above tenants, because who sent them is unknown and what they say of a tenant has not been checked: bytes in transit.
CREATE TABLE held_messages (
  id uuid PRIMARY KEY DEFAULT kit.make_id(),
  consumer text NOT NULL,
  exchange text NOT NULL,
  routing_key text NOT NULL,
  message_id text,
  -- Of id and bytes: the same message is held once, however often it is brought.
  digest bytea NOT NULL,
  body bytea NOT NULL,
  bytes integer NOT NULL,
  tenant_id uuid,
  cluster_id uuid,
  attempts integer NOT NULL,
  due_at timestamptz NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  given_up_at timestamptz,
  UNIQUE (consumer, digest)
);
CREATE INDEX held_messages_due ON held_messages (due_at) WHERE given_up_at IS NULL;
CREATE INDEX held_messages_given_up ON held_messages (id) WHERE given_up_at IS NOT NULL;
SELECT kit.system_table('held_messages');

-- The list of what was given up tells of messages too: they have no number, and their bytes need not be text.
ALTER TABLE dead_letters
  ALTER COLUMN event_id DROP NOT NULL,
  ALTER COLUMN seq DROP NOT NULL,
  ADD COLUMN message_id text,
  ADD COLUMN routing_key text,
  ADD COLUMN digest bytea,
  ADD COLUMN cluster_id uuid,
  ADD COLUMN body_encoding text NOT NULL DEFAULT 'utf8' CHECK (body_encoding IN ('utf8', 'base64')),
  ADD COLUMN body_cut boolean NOT NULL DEFAULT false,
  ADD COLUMN bytes integer,
  ADD CONSTRAINT dead_letters_event_or_message CHECK ((event_id IS NULL) <> (digest IS NULL)),
  ADD CONSTRAINT dead_letters_message_once UNIQUE (tenant_id, consumer, digest);
