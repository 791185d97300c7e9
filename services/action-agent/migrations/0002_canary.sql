-- What a scale-up is held against: the impacts of the issues there were before it, and how far its revert is.
ALTER TABLE actions ADD COLUMN health_before jsonb;
ALTER TABLE actions ADD COLUMN revert text NOT NULL DEFAULT 'not_sent' CHECK (revert IN ('not_sent', 'unknown', 'accepted'));

-- What else has ended since, of what changed something.
CREATE INDEX actions_ended ON actions (tenant_id, cluster_id, finished_at) WHERE effect <> 'not_sent';
