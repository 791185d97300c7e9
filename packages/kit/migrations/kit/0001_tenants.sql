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
  EXECUTE format('CREATE POLICY tenant ON %s USING (tenant_id = kit.tenant()) WITH CHECK (tenant_id = kit.tenant())', t);
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
-- Per statement, because a row trigger would change one counter row many times in one transaction,
-- each time slower than the last. The functions are written out here, once, so that no write pays for
-- dynamic SQL; and they update first, because the counter nearly always exists, and that costs less
-- than INSERT ... ON CONFLICT. All sixteen slots are made together, so that they lie on one page and
-- reading a total touches few.
CREATE FUNCTION kit.counted(t regclass, list text, columns text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
  name text := (SELECT relname FROM pg_class WHERE oid = t);
  -- Joined by the unit separator, which no counted value holds.
  key text := format('concat_ws(chr(31), %s)', (SELECT string_agg(format('coalesce(%I::text, %L)', c, ''), ', ') FROM unnest(columns) AS c));
  added text := format('SELECT tenant_id, %s AS key, count(*) AS n FROM added GROUP BY 1, 2', key);
  removed text := format('SELECT tenant_id, %s AS key, -count(*) AS n FROM removed GROUP BY 1, 2', key);
  moved text := format('SELECT tenant_id, key, sum(n)::bigint AS n FROM (%s UNION ALL %s) AS both_sides GROUP BY 1, 2 HAVING sum(n) <> 0', added, removed);
  -- Many rows are changed in one order, so that two writers never wait for each other in a circle.
  body text := 'DECLARE met bigint; wanted bigint;
    BEGIN
      UPDATE %1$s.counters AS c SET n = c.n + d.n FROM (%3$s ORDER BY 1, 2) AS d
        WHERE c.tenant_id = d.tenant_id AND c.list = %2$L AND c.key = d.key AND c.slot = pg_backend_pid() %% 16;
      GET DIAGNOSTICS met = ROW_COUNT;
      IF met = 1 AND %4$s THEN RETURN NULL; END IF;
      SELECT count(*) INTO wanted FROM (%3$s) AS d;
      IF met < wanted THEN
        INSERT INTO %1$s.counters AS c (tenant_id, list, key, slot, n)
          SELECT d.tenant_id, %2$L, d.key, s.slot, CASE WHEN s.slot = pg_backend_pid() %% 16 THEN d.n ELSE 0 END
          FROM (%3$s) AS d CROSS JOIN generate_series(0, 15) AS s (slot)
          WHERE NOT EXISTS (SELECT 1 FROM %1$s.counters AS o WHERE o.tenant_id = d.tenant_id AND o.list = %2$L AND o.key = d.key AND o.slot = pg_backend_pid() %% 16)
          ORDER BY 1, 3, 4
          ON CONFLICT (tenant_id, list, key, slot) DO UPDATE SET n = c.n + excluded.n;
      END IF;
      RETURN NULL;
    END';
  event record;
BEGIN
  FOR event IN SELECT * FROM (VALUES
    ('INSERT', 'NEW TABLE AS added', added, '(SELECT count(*) = 1 FROM added)'),
    ('DELETE', 'OLD TABLE AS removed', removed, '(SELECT count(*) = 1 FROM removed)'),
    ('UPDATE', 'NEW TABLE AS added OLD TABLE AS removed', moved, 'false')
  ) AS e (verb, tables, changes, single)
  LOOP
    EXECUTE format('CREATE FUNCTION %s.%I() RETURNS trigger LANGUAGE plpgsql AS %L',
      space, 'count_' || name || '_' || lower(event.verb), format(body, space, list, event.changes, event.single));
    EXECUTE format('CREATE TRIGGER counted_%s AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %s.%I()',
      lower(event.verb), event.verb, t, event.tables, space, 'count_' || name || '_' || lower(event.verb));
  END LOOP;
END $$;
