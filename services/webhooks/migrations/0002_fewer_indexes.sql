-- Every delivery pays for its indexes twice, once where it waits and once in the history.

-- That an event is told once to a subscription, and once more for each redelivery, is kept by `events`, whose key lets an
-- event in once, and by `redeliveries`, which gives out the numbers. What is live is found by its own id only.
ALTER TABLE live_deliveries
  DROP CONSTRAINT live_deliveries_pkey,
  ADD CONSTRAINT live_deliveries_pkey PRIMARY KEY USING INDEX live_deliveries_by_id;

-- The newest one: whether it still waits is asked before another is made.
ALTER TABLE redeliveries ADD COLUMN delivery_id uuid;

-- Nobody asks for a delivery without its subscription.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_pkey;
DROP INDEX deliveries_of_subscription;
ALTER TABLE deliveries ADD PRIMARY KEY (tenant_id, subscription_id, id);

-- Attempts are written with every outcome and read by the few who look: kept as the text that was sent, each of them JSON.
CREATE FUNCTION texts(given jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
  RETURN ARRAY(SELECT one::text FROM jsonb_array_elements(given) AS one);
ALTER TABLE live_deliveries
  ALTER COLUMN attempts DROP DEFAULT,
  ALTER COLUMN attempts TYPE text[] USING texts(attempts),
  ALTER COLUMN attempts SET DEFAULT '{}';
ALTER TABLE deliveries ALTER COLUMN attempts TYPE text[] USING texts(attempts);
DROP FUNCTION texts(jsonb);
