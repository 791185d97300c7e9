-- Counting, so that no two writers wait for each other in a circle. A writer used to change the counters that were there
-- and then make those that were not, all slots of them; another for whom all were there went the other way, and if both
-- had the same slot, one of them was ended as a deadlock. Now counters are made first, empty, while none is held, and
-- then changed in the order of their keys.

-- Writes the functions that keep a list's counts, see kit.counted. Once, so that no write pays for dynamic SQL.
CREATE FUNCTION kit.write_counting(t regclass, list text, columns text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
  name text := (SELECT relname FROM pg_class WHERE oid = t);
  -- A partitioned table's lists have a seventeenth slot, for what went with dropped partitions.
  last_slot integer := (SELECT CASE relkind WHEN 'p' THEN 16 ELSE 15 END FROM pg_class WHERE oid = t);
  key text := kit.counter_key(columns);
  added text := format('SELECT tenant_id, %s AS key, count(*) AS n FROM added GROUP BY 1, 2', key);
  removed text := format('SELECT tenant_id, %s AS key, -count(*) AS n FROM removed GROUP BY 1, 2', key);
  moved text := format('SELECT tenant_id, key, sum(n)::bigint AS n FROM (%s UNION ALL %s) AS both_sides GROUP BY 1, 2 HAVING sum(n) <> 0', added, removed);
  its_counter text := 'c.tenant_id = d.tenant_id AND c.list = %2$L AND c.key = d.key AND c.slot = pg_backend_pid() %% 16';
  -- Whether one lacks is asked once, of the same moment in which the others are changed: nobody deletes a counter. All
  -- slots are made together, so that they lie on one page and reading a total touches few. What another makes meanwhile
  -- is waited for and then there.
  body text := 'DECLARE its_tenant uuid; its_key text; another boolean; old_tenant uuid; old_key text; there integer; lacks boolean;
    BEGIN
      %4$s
      WITH changes AS MATERIALIZED (%3$s), lacking AS MATERIALIZED (
        SELECT d.tenant_id, d.key FROM changes AS d WHERE NOT EXISTS (SELECT FROM %1$s.counters AS c WHERE ' || its_counter || ')
      ), changed AS (
        UPDATE %1$s.counters AS c SET n = c.n + d.n
          FROM (SELECT * FROM changes WHERE NOT EXISTS (SELECT FROM lacking) ORDER BY 1, 2) AS d WHERE ' || its_counter || '
      ), made AS (
        INSERT INTO %1$s.counters (tenant_id, list, key, slot, n)
          SELECT d.tenant_id, %2$L, d.key, s.slot, 0 FROM lacking AS d CROSS JOIN generate_series(0, %5$s) AS s (slot) ORDER BY 1, 3, 4
          ON CONFLICT (tenant_id, list, key, slot) DO NOTHING
      )
      SELECT EXISTS (SELECT FROM lacking) INTO lacks;
      IF lacks THEN
        UPDATE %1$s.counters AS c SET n = c.n + d.n FROM (SELECT * FROM (%3$s) AS changes ORDER BY 1, 2) AS d WHERE ' || its_counter || ';
      END IF;
      RETURN NULL;
    END';
  -- Nearly every statement writes one row, whose counter is there: without groups and joins that costs half.
  one_row text := 'SELECT tenant_id, %1$s, lead(true) OVER () INTO its_tenant, its_key, another FROM %2$s;
      IF another IS NULL THEN
        UPDATE %4$s.counters SET n = n %3$s 1 WHERE tenant_id = its_tenant AND list = %5$L AND key = its_key AND slot = pg_backend_pid() %% 16;
        IF FOUND OR its_tenant IS NULL THEN RETURN NULL; END IF;
      END IF;';
  -- Of one row that is changed, mostly nothing that is counted.
  one_moved text := 'SELECT tenant_id, %1$s, lead(true) OVER () INTO its_tenant, its_key, another FROM added;
      IF another IS NULL THEN
        SELECT tenant_id, %1$s INTO old_tenant, old_key FROM removed;
        IF its_tenant IS NULL OR (its_tenant = old_tenant AND its_key = old_key) THEN RETURN NULL; END IF;
        PERFORM FROM %2$s.counters WHERE tenant_id = its_tenant AND list = %3$L AND key IN (its_key, old_key) AND slot = pg_backend_pid() %% 16;
        GET DIAGNOSTICS there = ROW_COUNT;
        IF there = 2 AND its_tenant = old_tenant THEN
          UPDATE %2$s.counters SET n = n + CASE key WHEN its_key THEN 1 ELSE -1 END
            WHERE tenant_id = its_tenant AND list = %3$L AND key = least(its_key, old_key) AND slot = pg_backend_pid() %% 16;
          UPDATE %2$s.counters SET n = n + CASE key WHEN its_key THEN 1 ELSE -1 END
            WHERE tenant_id = its_tenant AND list = %3$L AND key = greatest(its_key, old_key) AND slot = pg_backend_pid() %% 16;
          RETURN NULL;
        END IF;
      END IF;';
  event record;
BEGIN
  FOR event IN SELECT * FROM (VALUES
    ('insert', added, format(one_row, key, 'added', '+', space, list)),
    ('delete', removed, format(one_row, key, 'removed', '-', space, list)),
    ('update', moved, format(one_moved, key, space, list))
  ) AS e (verb, changes, single)
  LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION %s.%I() RETURNS trigger LANGUAGE plpgsql AS %L',
      space, 'count_' || name || '_' || event.verb, format(body, space, list, event.changes, event.single, last_slot));
  END LOOP;
END $$;

-- Keeps counts of a list's rows: one row per tenant, combination of the counted columns, and slot.
-- Sixteen slots, chosen by the backend, because one hot row per tenant would make writers queue.
-- Per statement, because a row trigger would change one counter row many times in one transaction,
-- each time slower than the last. What is there is updated, because it nearly always is, and that costs less than
-- INSERT ... ON CONFLICT.
-- The list is noted in counted_lists, for the daily recount and for what drops partitions.
CREATE OR REPLACE FUNCTION kit.counted(t regclass, list text, columns text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
  name text := (SELECT relname FROM pg_class WHERE oid = t);
  event record;
BEGIN
  EXECUTE format('INSERT INTO %s.counted_lists VALUES ($1, $2, $3)', space) USING list, t, columns;
  PERFORM kit.write_counting(t, list, columns);
  FOR event IN SELECT * FROM (VALUES
    ('insert', 'NEW TABLE AS added'),
    ('delete', 'OLD TABLE AS removed'),
    ('update', 'NEW TABLE AS added OLD TABLE AS removed')
  ) AS e (verb, tables)
  LOOP
    EXECUTE format('CREATE TRIGGER counted_%s AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %s.%I()',
      event.verb, event.verb, t, event.tables, space, 'count_' || name || '_' || event.verb);
  END LOOP;
  -- Rows that are there already; the triggers' lock keeps others from writing until this is committed.
  EXECUTE format('INSERT INTO %s.counters SELECT tenant_id, %L, %s, 0, count(*) FROM %s GROUP BY 1, 3', space, list, kit.counter_key(columns), t);
END $$;
