CREATE TABLE notes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'done')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT kit.tenant_table('notes');
SELECT kit.counted('notes', 'notes', ARRAY['status']);

-- How often each note has changed, told by the module's own events.
CREATE TABLE note_activity (
  tenant_id uuid NOT NULL,
  note_id uuid NOT NULL,
  changes integer NOT NULL,
  PRIMARY KEY (tenant_id, note_id),
  FOREIGN KEY (tenant_id, note_id) REFERENCES notes (tenant_id, id) ON DELETE CASCADE
);
SELECT kit.tenant_table('note_activity');
