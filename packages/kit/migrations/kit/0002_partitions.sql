-- History tables are cut by time: ranges of `id`, which is a UUIDv7 and begins with the time. Old rows then go by the
-- partition, not by the row. A module calls kit.partitioned in its migration; its schema's ensure_partition and
-- drop_partition, which run with the owner's rights, do the rest.

-- The smallest id of a moment, as firstIdOf in ids.ts.
CREATE FUNCTION kit.first_id(moment timestamptz) RETURNS uuid LANGUAGE sql STABLE STRICT PARALLEL SAFE
  RETURN (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

CREATE FUNCTION kit.time_of_id(id uuid) RETURNS timestamptz LANGUAGE sql STABLE STRICT PARALLEL SAFE
  RETURN to_timestamp(('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::bigint / 1000.0);

-- For rows the database makes by itself: a UUIDv7 of now.
CREATE FUNCTION kit.make_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN overlay(gen_random_uuid()::text PLACING left(kit.first_id(clock_timestamp())::text, 15) FROM 1 FOR 15)::uuid;

-- The first one has no beginning.
CREATE FUNCTION kit.partitions(t regclass) RETURNS TABLE (part regclass, begins timestamptz, ends timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT c.oid::regclass,
    kit.time_of_id(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''([0-9a-f-]{36})''\)')::uuid),
    kit.time_of_id(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([0-9a-f-]{36})''\)')::uuid)
  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = t
$$;

-- Says that a table, which is PARTITION BY RANGE (id), has partitions of a day or a month, and how long each is kept.
-- Said again, it changes what will be.
CREATE FUNCTION kit.partitioned(t regclass, every text, keep interval) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
BEGIN
  IF pg_get_partkeydef(t) IS DISTINCT FROM 'RANGE (id)' THEN
    RAISE EXCEPTION '% must be PARTITION BY RANGE (id)', t;
  END IF;
  -- A longer one would be cut, and its partitions be named alike.
  IF (SELECT length(relname) > 54 FROM pg_class WHERE oid = t) THEN
    RAISE EXCEPTION '% has a name too long for partitions', t;
  END IF;
  EXECUTE format('INSERT INTO %s.partitioned_tables VALUES ($1, $2, $3)
    ON CONFLICT (table_name) DO UPDATE SET every = excluded.every, keep = excluded.keep', space) USING t, every, keep;
  PERFORM kit.make_partitions(t, every, now());
END $$;

-- Made apart and then attached: CREATE TABLE ... PARTITION OF would lock the parent against everybody, this locks it
-- only against others who change it.
CREATE FUNCTION kit.make_partition(t regclass, suffix text, begins timestamptz, ends timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  part text := (SELECT format('%I.%I', n.nspname, c.relname || '_' || suffix)
                FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = t);
BEGIN
  EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE INCLUDING COMPRESSION)', part, t);
  PERFORM kit.locked(part::regclass);
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%L)',
    t, part, coalesce(quote_literal(kit.first_id(begins)), 'MINVALUE'), kit.first_id(ends));
END $$;

-- Makes the partition of a moment and the two after it, and answers how many begin after it. No gap is left below: the
-- first partition takes everything older, and what was not made in time is made as one. There is no default partition,
-- because each later one would have to look through it while everybody waits.
CREATE FUNCTION kit.make_partitions(t regclass, every text, moment timestamptz) RETURNS integer
LANGUAGE plpgsql SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  step interval := ('1 ' || every)::interval;
  present timestamptz := date_trunc(every, moment);
  reached timestamptz;
BEGIN
  -- One at a time; the next finds everything made.
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions made ' || t::oid, 0));
  SELECT max(p.ends) INTO reached FROM kit.partitions(t) AS p;
  IF reached IS NULL THEN
    PERFORM kit.make_partition(t, 'before', NULL, present);
    reached := present;
  ELSIF reached < present THEN
    PERFORM kit.make_partition(t, to_char(reached, 'YYYYMMDD'), reached, present);
    reached := present;
  END IF;
  WHILE reached < present + 3 * step LOOP
    PERFORM kit.make_partition(t, to_char(reached, 'YYYYMMDD'), reached, date_trunc(every, reached) + step);
    reached := date_trunc(every, reached) + step;
  END LOOP;
  RETURN (SELECT count(*) FROM kit.partitions(t) AS p WHERE p.begins > moment);
END $$;

-- Drops the oldest partition that is past its keeping, takes its rows out of the totals in the same transaction, and
-- answers its name, or NULL when there is none. The database's clock decides: a process with a wrong one loses nothing.
-- Readers wait for the drop alone. Counting, which takes long, keeps only writers from the old partition; subtracting
-- goes to a slot no writer uses; and then the drop waits for everyone to leave the table, with whoever comes queueing
-- behind it, for a fifth of a second at most. If that was not enough, all of it is undone and tried again later.
-- DETACH CONCURRENTLY would make nobody wait, but runs in no transaction: totals and rows would disagree in between.
CREATE FUNCTION kit.drop_oldest_partition(t regclass, keep interval) RETURNS text
LANGUAGE plpgsql SET timezone = 'UTC' SET lock_timeout = '200ms' AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
  old regclass;
  name text;
  counted record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('partitions dropped ' || t::oid, 0)) THEN
    RETURN NULL;
  END IF;
  SELECT p.part INTO old FROM kit.partitions(t) AS p WHERE p.ends <= now() - keep ORDER BY p.ends LIMIT 1;
  IF old IS NULL THEN
    RETURN NULL;
  END IF;
  name := (SELECT relname FROM pg_class WHERE oid = old);
  EXECUTE format('LOCK TABLE %s IN SHARE MODE', old);
  FOR counted IN EXECUTE format('SELECT list, columns FROM %s.counted_lists WHERE table_name = $1', space) USING t LOOP
    EXECUTE format('INSERT INTO %s.counters AS c SELECT tenant_id, %L, %s, 16, -count(*) FROM %s GROUP BY 1, 3
      ON CONFLICT (tenant_id, list, key, slot) DO UPDATE SET n = c.n + excluded.n',
      space, counted.list, kit.counter_key(counted.columns), old);
  END LOOP;
  EXECUTE format('DROP TABLE %s', old);
  RETURN name;
END $$;

-- Holds the counters of a list against its rows, and answers where they differ. One statement, so one snapshot: a row
-- and its count change in one transaction, and are seen both or neither, however many write meanwhile. The lock, which
-- keeps nobody from reading or writing, is taken before that snapshot: a partition dropped in between would be missing
-- from the rows and still be in the counts. Without helpers, because nobody waits for it.
CREATE FUNCTION kit.recount(t regclass, list text, columns text[], most integer)
RETURNS TABLE (tenant_id uuid, key text, expected bigint, found bigint)
LANGUAGE plpgsql SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  space text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = t);
BEGIN
  EXECUTE format('LOCK TABLE ONLY %s IN ACCESS SHARE MODE', t);
  RETURN QUERY EXECUTE format('
    SELECT tenant_id, key, coalesce(r.n, 0), coalesce(c.n, 0)
    FROM (SELECT tenant_id, %s AS key, count(*) AS n FROM %s GROUP BY 1, 2) AS r
    FULL JOIN (SELECT tenant_id, key, sum(n)::bigint AS n FROM %s.counters WHERE list = %L GROUP BY 1, 2) AS c USING (tenant_id, key)
    WHERE r.n IS DISTINCT FROM c.n AND (r.n IS NOT NULL OR c.n <> 0)
    ORDER BY 1, 2 LIMIT $1', kit.counter_key(columns), t, space, list) USING most;
END $$;

-- They do what the app role may ask for only through its module's own functions.
REVOKE ALL ON FUNCTION kit.partitioned, kit.make_partition, kit.make_partitions, kit.drop_oldest_partition, kit.recount FROM PUBLIC;
