import type { ModuleContext, RequestFacts } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { readSecret } from '../secrets/format.ts';
import { findSecret } from '../secrets/store.ts';
import { cookiesOf } from './cookie.ts';
import { type StartedSession, stopSession } from './service.ts';

type Context = Pick<ModuleContext<AuthSettings>, 'database' | 'clock' | 'settings'>;

/**
 * The Set-Cookie of a session that has just begun. A browser that signs in, however it does, leaves the session it
 * came with, whosesoever it was: nobody who planted or copied that cookie shares what comes now, and none is left
 * behind.
 */
export async function cookieInPlaceOfShown(
  context: Context,
  { header }: Pick<RequestFacts, 'header'>,
  { secret }: Pick<StartedSession, 'secret'>,
): Promise<string> {
  const { session } = cookiesOf(context.settings.EXTERNAL_URL);
  await endShown(context, session.read(header('cookie')));
  return session.set(secret);
}

async function endShown({ database, clock }: Context, shown: string | undefined): Promise<void> {
  const secret = shown === undefined ? undefined : readSecret(shown);
  if (secret?.kind !== 'session') return;
  const place = await findSecret(database, 'session', secret.hash);
  if (place !== undefined) await database.tenant(place.tenantId, (db) => stopSession(db, clock, place.id));
}
