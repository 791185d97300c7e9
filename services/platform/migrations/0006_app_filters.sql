-- What needs somebody is found without reading all apps: those that could not be deleted, and those that are pinned.
CREATE INDEX apps_by_state ON apps (tenant_id, state, id);
CREATE INDEX apps_pinned ON apps (tenant_id, id) WHERE pinned IS NOT NULL;
