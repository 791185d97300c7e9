CREATE TABLE nothing_yet (tenant_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (tenant_id, id));
SELECT kit.tenant_table('nothing_yet');
