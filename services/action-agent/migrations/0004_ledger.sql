-- How far automation can be trusted: counts of ended actions by day, so that their cost does not grow with them.
CREATE TABLE ledger_days (
  tenant_id uuid NOT NULL,
  day date NOT NULL,
  cluster_id uuid NOT NULL,
  action text NOT NULL,
  origin text NOT NULL,
  -- How it came to run, or that it never did; how it ended; and of what was refused, by which guard or for which reason.
  consent text NOT NULL CHECK (consent IN ('automatic', 'approved', 'requested', 'none')),
  ending text NOT NULL,
  refused_by text NOT NULL,
  actions bigint NOT NULL,
  -- Sums and the longest, in seconds: from proposal to approval, and from start to end.
  approvals bigint NOT NULL,
  approve_seconds double precision NOT NULL,
  approve_longest double precision NOT NULL,
  finished bigint NOT NULL,
  finish_seconds double precision NOT NULL,
  finish_longest double precision NOT NULL,
  PRIMARY KEY (tenant_id, day, cluster_id, action, origin, consent, ending, refused_by)
) WITH (fillfactor = 50);
SELECT kit.tenant_table('ledger_days');

-- The action that this one takes back.
ALTER TABLE actions ADD COLUMN undoes uuid;
