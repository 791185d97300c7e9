import type { ModuleContext } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { mailer, type SendMail } from '../mail/mail.ts';
import { activeTenants, type Expiring, takeExpiring } from './expiring-store.ts';

const noticeDays = [14, 7, 1];
const tenantsAtOnce = 200;

interface Teller extends Pick<ModuleContext<AuthSettings>, 'database' | 'clock' | 'emit' | 'log'> {
  readonly settings: Pick<ModuleContext<AuthSettings>['settings'], 'SMTP_URL' | 'MAIL_FROM' | 'EXTERNAL_URL'>;
}

/** Tells of credentials that end soon: an event for each, and a mail to who holds a personal token. */
export async function tellOfExpiring(context: Teller, signal: AbortSignal): Promise<void> {
  const send = mailer(context.settings, context.log);
  let after: string | undefined;
  do {
    const tenants = await context.database.system((db) => activeTenants(db, after, tenantsAtOnce));
    for (const tenantId of tenants) {
      if (signal.aborted) return;
      await tellTenant(context, send, tenantId);
    }
    after = tenants.at(-1);
  } while (after !== undefined);
}

async function tellTenant(
  { database, clock, emit, settings }: Teller,
  send: SendMail,
  tenantId: string,
): Promise<void> {
  const told = await database.tenant(tenantId, async (db) => {
    const expiring = await takeExpiring(db, clock.now(), noticeDays);
    for (const { id, kind, owner_id, name, expires_at, days } of expiring)
      await emit(db, 'internal.credential_expiring', {
        credential_id: id,
        kind,
        owner_id,
        name,
        expires_at: expires_at.toISOString(),
        days,
      });
    return expiring;
  });
  // After it is committed that they were told: a mail may be lost, but none comes every hour.
  for (const one of told) if (one.email !== null) await send(mailOf(one, one.email, settings.EXTERNAL_URL));
}

function mailOf({ name, prefix, expires_at, days }: Expiring, to: string, externalUrl: string) {
  const within = days === 1 ? 'a day' : `${days} days`;
  return {
    to,
    subject: `Your access token expires within ${within}`,
    text: `Your personal access token "${name}" (${prefix}…) expires at ${expires_at.toISOString()}.
Anything using it will stop working then. Create a new one at ${externalUrl} before that and replace it.
`,
  };
}
