-- What a node is chosen by, each as key=value, in order. Rows from before have theirs when the cluster is next observed.
ALTER TABLE nodes ADD COLUMN labels text[] NOT NULL DEFAULT '{}';
