import { type Clock, type Database, refuse, type TenantDb } from '@wheelhouse/kit';
import { readSecret } from '../secrets/format.ts';
import { findSecret } from '../secrets/store.ts';
import { hashPassword, refuseWeakPassword } from '../sign-in/passwords.ts';
import { lockedUser, takePassword } from '../users/service.ts';
import type { ClaimLink } from './schema.ts';
import { type LinkRow, selectLink, useLink } from './store.ts';

export interface Found {
  readonly tenantId: string;
  readonly link: LinkRow;
}

/** Whoever shows something that never was asks exactly what the holder of a link asks: their times tell nothing. */
const nowhere = { tenantId: '00000000-0000-7000-8000-000000000000', id: '00000000-0000-7000-8000-000000000000' };

export async function openLink(database: Database, clock: Clock, token: string): Promise<Found> {
  const secret = readSecret(token);
  if (secret?.kind !== 'link') return refuse('not_found', unknown);
  const { tenantId, id } = (await findSecret(database, 'link', secret.hash)) ?? nowhere;
  const link = (await database.tenant(tenantId, (db) => selectLink(db, id))) ?? refuse('not_found', unknown);
  if (link.used_at !== null || link.expires_at <= clock.now()) refuseEnded();
  if (link.tenant_state !== 'active')
    refuse('forbidden', {
      message: `${link.tenant_name} is ${link.tenant_state}. Ask the operator of this installation.`,
    });
  return { tenantId, link };
}

const unknown = { message: 'This link is invalid. Check that it was copied completely.' };

/** What is slow stands before the transaction: a password is hashed for the holder of a live link only. */
export async function claim(
  database: Database,
  clock: Clock,
  { token, password, name }: ClaimLink,
  audited: (db: TenantDb, found: Found) => Promise<void>,
): Promise<Found> {
  const found = await openLink(database, clock, token);
  const { tenantId, link } = found;
  await refuseWeakPassword(password, { email: link.email, name: name ?? link.name });
  const hash = await hashPassword(password);
  await database.tenant(tenantId, async (db) => {
    // The user before the link, as everyone who ends links does; of two claims the second finds it used.
    const user = await lockedUser(db, link.user_id);
    if (user === undefined || !(await useLink(db, link.id, clock.now()))) refuseEnded();
    await audited(db, found);
    await takePassword(db, clock, user, { hash, name });
  });
  return found;
}

function refuseEnded(): never {
  return refuse('gone', {
    message: 'This link was used, replaced or has expired. Ask an administrator for a new one.',
  });
}
