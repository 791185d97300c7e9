-- Set before the first row of a deleted tenant goes: from then on it cannot be restored, whatever a clock says.
ALTER TABLE tenants ADD COLUMN purging_since timestamptz;

-- By which a deleted tenant's are found.
CREATE INDEX secret_hashes_by_tenant ON secret_hashes (tenant_id);
