-- What an event is sent as. Of PagerDuty the key that says whose pager it is: sealed.
ALTER TABLE subscriptions
  ADD COLUMN format text NOT NULL DEFAULT 'event' CHECK (format IN ('event', 'slack', 'teams', 'pagerduty')),
  ADD COLUMN routing_key text,
  ADD CHECK ((format = 'pagerduty') = (routing_key IS NOT NULL));

ALTER TABLE events
  -- When it became deliveries. Their ids begin with that millisecond, so those of one event are found by their key;
  -- NULL: before this was written down.
  ADD COLUMN told_at timestamptz,
  -- A pager is told of an incident as it stands, whichever of its events is on the way.
  ADD COLUMN incident_id uuid;
CREATE INDEX events_of_incident ON events (tenant_id, incident_id, id) WHERE incident_id IS NOT NULL;
