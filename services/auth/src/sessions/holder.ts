import { refuse, type TenantDb } from '@wheelhouse/kit';
import type { SignedIn } from './schema.ts';
import { lacksSecondFactor, liveSession } from './service.ts';
import { selectHolder } from './store.ts';

/** Who is signed in by a session, as they are told themselves. */
export async function signedInAs(db: TenantDb, sessionId: string, now: Date): Promise<SignedIn> {
  const session = await liveSession(db, sessionId, now);
  const holder = session && (await selectHolder(db, session.user_id));
  if (session === undefined || holder === undefined)
    return refuse('unauthenticated', { message: 'The session has ended. Sign in again.' });
  return {
    session_id: session.id,
    user: {
      id: holder.user_id,
      email: holder.email,
      name: holder.user_name,
      role: holder.role,
      totp: holder.totp,
    },
    tenant: { id: db.tenantId, slug: holder.slug, name: holder.tenant_name },
    authenticated_at: session.authenticated_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
    ...((await lacksSecondFactor(db, session)) ? { needs_totp_setup: true } : {}),
  };
}
