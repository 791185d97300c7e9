import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { issueSecret } from '../secrets/format.ts';
import { forgetSecrets, rememberSecret } from '../secrets/store.ts';
import { type LinkKind, linkKinds, type ShownLink } from './schema.ts';
import { deleteLinks, expireLinks, insertLink } from './store.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
export const linkLives: Readonly<Record<LinkKind, number>> = { invite: 7 * day, reset: hour };
/** So long whoever opens an ended one is told that it has ended, and not that it never was. */
const rememberMs = 30 * day;

export type MadeLink = Pick<ShownLink, 'url' | 'expires_at' | 'curl'>;

export interface NewLink {
  readonly kind: LinkKind;
  readonly userId: string;
  /** Null: nobody of this tenant. */
  readonly createdBy: string | null;
}

/** The secret is in the answer and nowhere else; a new link ends the earlier ones of its kind. */
export async function makeLink(
  db: TenantDb,
  { makeId, clock, settings }: Pick<ModuleContext<AuthSettings>, 'makeId' | 'clock' | 'settings'>,
  { kind, userId, createdBy }: NewLink,
): Promise<MadeLink> {
  const id = makeId();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + linkLives[kind]);
  await expireLinks(db, userId, [kind], now);
  await forget(db, userId, new Date(now.getTime() - rememberMs));
  await insertLink(db, { id, kind, user_id: userId, created_by: createdBy, expires_at: expiresAt }, now);
  const { secret, hash } = issueSecret('link');
  await rememberSecret(db, 'link', id, hash);
  const base = settings.EXTERNAL_URL.replace(/\/$/, '');
  const body = JSON.stringify({ token: secret, password: 'a long one of your own' });
  return {
    // In the fragment, which no server and no log ever sees.
    url: `${base}/${kind}#${secret}`,
    expires_at: expiresAt.toISOString(),
    curl: `curl -X POST ${base}/api/auth/api/v1/links/claim -H 'content-type: application/json' -d '${body}'`,
  };
}

/** All that a user could still open. */
export function endLinks(db: TenantDb, userId: string, now: Date): Promise<void> {
  return expireLinks(db, userId, linkKinds, now);
}

/** Together with their user. */
export function forgetLinks(db: TenantDb, userId: string): Promise<void> {
  return forget(db, userId, 'infinity');
}

async function forget(db: TenantDb, userId: string, before: Date | 'infinity'): Promise<void> {
  for (const id of await deleteLinks(db, userId, before)) await forgetSecrets(db, id);
}
