import type { ModuleContext, RequestFacts } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { readSecret } from '../secrets/format.ts';
import { findSecret } from '../secrets/store.ts';
import { cookiesOf } from './cookie.ts';
import { stopSession } from './service.ts';

/**
 * A browser that signs in leaves the session it came with, whosesoever it was: nobody who planted or copied
 * that cookie shares what comes now, and none is left behind.
 */
export async function endShownSession(
  { database, clock, settings }: Pick<ModuleContext<AuthSettings>, 'database' | 'clock' | 'settings'>,
  { header }: Pick<RequestFacts, 'header'>,
): Promise<void> {
  const shown = cookiesOf(settings.EXTERNAL_URL).session.read(header('cookie'));
  const secret = shown === undefined ? undefined : readSecret(shown);
  if (secret?.kind !== 'session') return;
  const place = await findSecret(database, 'session', secret.hash);
  if (place !== undefined) await database.tenant(place.tenantId, (db) => stopSession(db, clock, place.id));
}
