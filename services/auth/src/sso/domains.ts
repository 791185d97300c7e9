import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { type MakeId, refuse, type TenantDb } from '@wheelhouse/kit';
import { type DomainRow, insertDomain, selectDomain, setVerified, takeDomain } from './domain-store.ts';
import { readDomain } from './mail-domains.ts';
import type { Domain } from './schema.ts';

/** A domain's people are a tenant's once the tenant has shown that it speaks for the domain, in its DNS. */
const prefix = 'wheelhouse-verification=';

export function shownDomain({ id, domain, token, verified_at, created_at }: DomainRow): Domain {
  return {
    id,
    domain,
    name: recordName(domain),
    value: prefix + token,
    verified_at: verified_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

function recordName(domain: string): string {
  return `_wheelhouse.${domain}`;
}

export async function existingDomain(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<DomainRow> {
  return (await selectDomain(db, id, lock)) ?? refuse('not_found');
}

/** Whoever runs the installation need not prove to it which people are theirs. */
export async function addDomain(
  db: TenantDb,
  makeId: MakeId,
  text: string,
  now: Date,
  isOperator: boolean,
): Promise<DomainRow> {
  const read = readDomain(text);
  if ('fault' in read)
    return refuse('validation_failed', {
      message: `domain ${read.fault}.`,
      details: [{ field: 'domain', code: 'domain', message: read.fault }],
    });
  const id = makeId();
  const token = randomBytes(24).toString('base64url');
  if (!(await insertDomain(db, { id, domain: read.domain, token }, now)))
    refuse('already_exists', {
      message: `${read.domain} is already in the list; GET /api/v1/sso/domains shows its record.`,
    });
  const row = await existingDomain(db, id);
  if (!isOperator || !(await takeDomain(db, row))) return row;
  await setVerified(db, id, now);
  return { ...row, verified_at: now };
}

/** Asked outside any transaction: DNS may take its time. */
export async function refuseUnlessPublished(servers: readonly string[], row: DomainRow): Promise<void> {
  const { name, value } = shownDomain(row);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const records = await resolver.resolveTxt(name).catch((error: { code?: string }) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    return refuse('upstream_error', {
      message: `${name} could not be looked up (${error.code}). Try again in a minute.`,
    });
  });
  // A long value comes in several strings.
  if (records.some((strings) => strings.join('').trim() === value)) return;
  const seen = records.length === 0 ? 'there is no TXT record' : `found ${records.length} other TXT records`;
  refuse('invalid_state', {
    message: `${name} does not contain ${value} yet: ${seen}. Publish it and try again; DNS changes may take an hour.`,
  });
}

export async function markVerified(db: TenantDb, id: string, now: Date): Promise<DomainRow> {
  const row = await existingDomain(db, id, 'FOR UPDATE');
  if (row.verified_at !== null) return row;
  if (!(await takeDomain(db, row)))
    refuse('conflict', { message: `${row.domain} is verified by another tenant. It must be removed there first.` });
  await setVerified(db, id, now);
  return { ...row, verified_at: now };
}
