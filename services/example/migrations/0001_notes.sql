CREATE TABLE notes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'done')),
  -- How often it has changed, told by the module's own events.
  changes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT kit.tenant_table('notes');
SELECT kit.counted('notes', 'notes', ARRAY['status']);
