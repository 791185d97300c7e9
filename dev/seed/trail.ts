import type { Scope } from '@wheelhouse/contracts';
import { auditWriter, makeIds, outbox, type Principal, systemClock, type TenantDb } from '@wheelhouse/kit';

export const clock = systemClock;
export const makeId = makeIds(clock);

const write = auditWriter(outbox('auth', makeId, clock), clock);

/** What is seeded stands in the tenant's audit trail like everything else. */
export async function tellTrail(
  db: TenantDb,
  action: string,
  objectId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await write(db, {
    action,
    route: 'demo',
    actor: { kind: 'operator', id: null, credential_id: null },
    object_id: objectId,
    request_id: null,
    address: null,
    result: 'done',
    count: 1,
    details,
  });
}

export function principalOf(tenantId: string, id: string, scopes: readonly Scope[]): Principal {
  return {
    kind: 'service',
    id,
    tenantId,
    cell: 'default',
    credentialId: id,
    scopes: new Set(scopes),
    purpose: undefined,
    clusterIds: undefined,
    cloudspaceIds: undefined,
    revocationsSeen: 0,
    longLived: false,
  };
}
