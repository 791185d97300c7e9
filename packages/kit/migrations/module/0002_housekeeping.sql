-- What housekeeping needs: its diary, and functions with the owner's rights for what no tenant's transaction can do.

-- When each chore is due again. Kept here, so that a restart neither forgets nor repeats one.
CREATE TABLE housekeeping (
  chore text PRIMARY KEY,
  due_at timestamptz NOT NULL,
  done_at timestamptz
);
SELECT kit.system_table('housekeeping');

-- Which tables are cut by time, into what, and how long each piece is kept. Written by kit.partitioned and by nobody else:
-- the functions below touch no table that is not in it.
CREATE TABLE partitioned_tables (
  table_name regclass PRIMARY KEY,
  every text NOT NULL CHECK (every IN ('day', 'month')),
  keep interval NOT NULL CHECK (keep > interval '0')
);
SELECT kit.system_table('partitioned_tables', 'SELECT');

-- Answers how many partitions begin after the moment.
CREATE FUNCTION ensure_partition(t regclass, moment timestamptz) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = ''
BEGIN ATOMIC
  SELECT kit.make_partitions(p.table_name, p.every, moment) FROM partitioned_tables AS p WHERE p.table_name = t;
END;
SELECT kit.for_app('ensure_partition(regclass, timestamptz)');

-- Drops one that is past its keeping, and answers its name; NULL when there is none.
CREATE FUNCTION drop_partition(t regclass) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = ''
BEGIN ATOMIC
  SELECT kit.drop_oldest_partition(p.table_name, p.keep) FROM partitioned_tables AS p WHERE p.table_name = t;
END;
SELECT kit.for_app('drop_partition(regclass)');

-- Where a list's counters and rows differ.
CREATE FUNCTION recount(counted text, most integer) RETURNS TABLE (tenant_id uuid, key text, expected bigint, found bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = ''
BEGIN ATOMIC
  SELECT r.tenant_id, r.key, r.expected, r.found
  FROM counted_lists AS l CROSS JOIN LATERAL kit.recount(l.table_name, l.list, l.columns, most) AS r WHERE l.list = counted;
END;
SELECT kit.for_app('recount(text, integer)');
