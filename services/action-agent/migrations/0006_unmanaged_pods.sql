-- Whether an automated drain may evict pods that nothing would recreate.
ALTER TABLE settings ADD COLUMN automated_unmanaged_pods boolean NOT NULL DEFAULT false;
