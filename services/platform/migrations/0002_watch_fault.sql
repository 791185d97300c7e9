-- Why the cluster is reached but cannot be watched, as k8s-monitor tells it; null while it can.
ALTER TABLE clusters ADD COLUMN watch_fault text;
