-- What every module's tables stand on. The role that serves requests (its name is in the setting
-- kit.app_role while migrations run) owns nothing and sees rows of one tenant at a time.

DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA kit TO %I', current_setting('kit.app_role')); END $$;

-- NULL outside a tenant's transaction, so every policy is closed there.
CREATE FUNCTION kit.tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Makes a table a tenant's table: both locks on, and the grants the app role has on it.
CREATE FUNCTION kit.tenant_table(t regclass, grants text DEFAULT 'SELECT, INSERT, UPDATE, DELETE') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
  EXECUTE format('CREATE POLICY tenant ON %s USING (tenant_id = (SELECT kit.tenant())) WITH CHECK (tenant_id = (SELECT kit.tenant()))', t);
  -- FORCE binds the owner too; without this a data migration would silently change nothing.
  EXECUTE format('CREATE POLICY owner ON %s TO CURRENT_USER USING (true) WITH CHECK (true)', t);
  EXECUTE format('GRANT %s ON %s TO %I', grants, t, current_setting('kit.app_role'));
END $$;

-- Makes a table that stands above tenants. Each is on the closed list in docs, with its reason.
CREATE FUNCTION kit.system_table(t regclass, grants text DEFAULT 'SELECT, INSERT, UPDATE, DELETE') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT %s ON %s TO %I', grants, t, current_setting('kit.app_role'));
END $$;

-- Keeps counts of a list's rows: one row per tenant, combination of the counted columns, and slot.
-- Sixteen slots, chosen by the backend, because one hot row per tenant would make writers queue.
-- The trigger functions are written out here, once, so that no write pays for dynamic SQL.
CREATE FUNCTION kit.counted(t regclass, list text, columns text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
  name text := (SELECT relname FROM pg_class WHERE oid = t);
  key text := format('ARRAY[%s]::text[]', (SELECT string_agg(format('%I::text', c), ', ') FROM unnest(columns) AS c));
  head text := format('INSERT INTO %s.counters AS c (tenant_id, list, key, slot, n) SELECT tenant_id, %L, key, pg_backend_pid() %% 16, sum(d) FROM (', space, list);
  tail text := ') AS changes GROUP BY tenant_id, key HAVING sum(d) <> 0 ORDER BY tenant_id, key
    ON CONFLICT (tenant_id, list, key, slot) DO UPDATE SET n = c.n + excluded.n';
  added text := format('SELECT tenant_id, %s AS key, 1 AS d FROM added', key);
  removed text := format('SELECT tenant_id, %s AS key, -1 AS d FROM removed', key);
  event record;
BEGIN
  FOR event IN SELECT * FROM (VALUES
    ('INSERT', 'NEW TABLE AS added', added),
    ('DELETE', 'OLD TABLE AS removed', removed),
    ('UPDATE', 'NEW TABLE AS added OLD TABLE AS removed', added || ' UNION ALL ' || removed)
  ) AS e (verb, tables, changes)
  LOOP
    EXECUTE format('CREATE FUNCTION %s.%I() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN %s; RETURN NULL; END $f$',
      space, 'count_' || name || '_' || lower(event.verb), head || event.changes || tail);
    EXECUTE format('CREATE TRIGGER counted_%s AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %s.%I()',
      lower(event.verb), event.verb, t, event.tables, space, 'count_' || name || '_' || lower(event.verb));
  END LOOP;
END $$;
