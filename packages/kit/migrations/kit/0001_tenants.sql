-- What every module's tables stand on. The role that serves requests (its name is in the setting
-- kit.app_role while migrations run) owns nothing and sees rows of one tenant at a time.

DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA kit TO %I', current_setting('kit.app_role')); END $$;

-- NULL outside a tenant's transaction, so every policy is closed there.
CREATE FUNCTION kit.tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Both locks of a tenant's table on. Partitions have them too, and no grants: read directly, they would ignore their
-- parent's policy.
CREATE FUNCTION kit.locked(t regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
  EXECUTE format('CREATE POLICY tenant ON %s USING (tenant_id = kit.tenant()) WITH CHECK (tenant_id = kit.tenant())', t);
  -- FORCE binds the owner too; without this a data migration would silently change nothing.
  EXECUTE format('CREATE POLICY owner ON %s TO CURRENT_USER USING (true) WITH CHECK (true)', t);
END $$;

-- Makes a table a tenant's table: both locks on, and the grants the app role has on it.
CREATE FUNCTION kit.tenant_table(t regclass, grants text DEFAULT 'SELECT, INSERT, UPDATE, DELETE') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM kit.locked(t);
  EXECUTE format('GRANT %s ON %s TO %I', grants, t, current_setting('kit.app_role'));
END $$;

-- Makes a table that stands above tenants. Each is on the closed list in closed-list.ts, with its reason.
CREATE FUNCTION kit.system_table(t regclass, grants text DEFAULT 'SELECT, INSERT, UPDATE, DELETE') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT %s ON %s TO %I', grants, t, current_setting('kit.app_role'));
END $$;

-- Hands a function that runs with its owner's rights to the app role and to nobody else.
CREATE FUNCTION kit.for_app(f regprocedure) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', f, current_setting('kit.app_role'));
END $$;

-- The values of the counted columns as one key, as SQL. Joined by the unit separator, which no counted value holds.
CREATE FUNCTION kit.counter_key(columns text[]) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN format('concat_ws(chr(31), %s)', (SELECT coalesce(string_agg(format('coalesce(%I::text, %L)', c, ''), ', '), '''''') FROM unnest(columns) AS c));

-- Keeps counts of a list's rows: one row per tenant, combination of the counted columns, and slot.
-- Sixteen slots, chosen by the backend, because one hot row per tenant would make writers queue.
-- Per statement, because a row trigger would change one counter row many times in one transaction,
-- each time slower than the last. The functions are written out here, once, so that no write pays for
-- dynamic SQL; and they update first, because the counter nearly always exists, and that costs less
-- than INSERT ... ON CONFLICT. All sixteen slots are made together, so that they lie on one page and
-- reading a total touches few. A partitioned table's lists have a seventeenth, for what went with dropped partitions.
-- The list is noted in counted_lists, for the daily recount and for what drops partitions.
CREATE FUNCTION kit.counted(t regclass, list text, columns text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
  name text := (SELECT relname FROM pg_class WHERE oid = t);
  last_slot integer := (SELECT CASE relkind WHEN 'p' THEN 16 ELSE 15 END FROM pg_class WHERE oid = t);
  key text := kit.counter_key(columns);
  added text := format('SELECT tenant_id, %s AS key, count(*) AS n FROM added GROUP BY 1, 2', key);
  removed text := format('SELECT tenant_id, %s AS key, -count(*) AS n FROM removed GROUP BY 1, 2', key);
  moved text := format('SELECT tenant_id, key, sum(n)::bigint AS n FROM (%s UNION ALL %s) AS both_sides GROUP BY 1, 2 HAVING sum(n) <> 0', added, removed);
  made text := 'INSERT INTO %1$s.counters AS c (tenant_id, list, key, slot, n)
          SELECT d.tenant_id, %2$L, d.key, s.slot, CASE WHEN s.slot = pg_backend_pid() %% 16 THEN d.n ELSE 0 END';
  added_to text := 'ORDER BY 1, 3, 4 ON CONFLICT (tenant_id, list, key, slot) DO UPDATE SET n = c.n + excluded.n';
  -- What was not updated is inserted, and what another has made between the two is added to: whether it was updated is
  -- told by the update, never by a second look, which would see more than the first.
  -- Many rows are changed in one order, so that two writers never wait for each other in a circle.
  body text := 'DECLARE its_tenant uuid; its_key text; another boolean;
    BEGIN
      %4$s
      WITH changes AS MATERIALIZED (%3$s), met AS (
        UPDATE %1$s.counters AS c SET n = c.n + d.n FROM (SELECT * FROM changes ORDER BY 1, 2) AS d
          WHERE c.tenant_id = d.tenant_id AND c.list = %2$L AND c.key = d.key AND c.slot = pg_backend_pid() %% 16
          RETURNING c.tenant_id, c.key
      )
      ' || made || ' FROM changes AS d CROSS JOIN generate_series(0, %5$s) AS s (slot)
        WHERE NOT EXISTS (SELECT FROM met AS m WHERE m.tenant_id = d.tenant_id AND m.key = d.key) ' || added_to || ';
      RETURN NULL;
    END';
  -- Nearly every statement writes one row, whose counter is there: without groups and joins that costs half.
  one_row text := 'SELECT tenant_id, %1$s, lead(true) OVER () INTO its_tenant, its_key, another FROM %2$s;
      IF another IS NULL THEN
        UPDATE %4$s.counters SET n = n %3$s 1 WHERE tenant_id = its_tenant AND list = %5$L AND key = its_key AND slot = pg_backend_pid() %% 16;
        IF FOUND OR its_tenant IS NULL THEN RETURN NULL; END IF;
      END IF;';
  event record;
BEGIN
  EXECUTE format('INSERT INTO %s.counted_lists VALUES ($1, $2, $3)', space) USING list, t, columns;
  FOR event IN SELECT * FROM (VALUES
    ('INSERT', 'NEW TABLE AS added', added, format(one_row, key, 'added', '+', space, list)),
    ('DELETE', 'OLD TABLE AS removed', removed, format(one_row, key, 'removed', '-', space, list)),
    ('UPDATE', 'NEW TABLE AS added OLD TABLE AS removed', moved, '')
  ) AS e (verb, tables, changes, single)
  LOOP
    EXECUTE format('CREATE FUNCTION %s.%I() RETURNS trigger LANGUAGE plpgsql AS %L',
      space, 'count_' || name || '_' || lower(event.verb), format(body, space, list, event.changes, event.single, last_slot));
    EXECUTE format('CREATE TRIGGER counted_%s AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %s.%I()',
      lower(event.verb), event.verb, t, event.tables, space, 'count_' || name || '_' || lower(event.verb));
  END LOOP;
  -- Rows that are there already; the triggers' lock keeps others from writing until this is committed.
  EXECUTE format('INSERT INTO %s.counters SELECT tenant_id, %L, %s, 0, count(*) FROM %s GROUP BY 1, 3', space, list, key, t);
END $$;
