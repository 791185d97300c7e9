import { etagOf, type Reply } from '@wheelhouse/kit';
import type { Tenant } from './schema.ts';
import type { TenantRow } from './store.ts';

export function shown({ created_at, updated_at, delete_after, purging_since: _, ...rest }: TenantRow): Tenant {
  return {
    ...rest,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    delete_after: delete_after?.toISOString() ?? null,
  };
}

export function answer(row: TenantRow): Reply {
  const body = shown(row);
  return { body, etag: etagOf(body) };
}

/** For the audit trail. */
export function facts({ slug, name, state }: TenantRow): Readonly<Record<string, string>> {
  return { slug, name, state };
}
