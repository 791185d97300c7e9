import type { ModuleContext } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { makeOwner } from './claim.ts';
import { linkText, makeSetupLink } from './link.ts';
import { hasTenants, selectLiveLink } from './store.ts';

/** Runs in one process at a time. Does nothing once there is a tenant. */
export async function prepareFirstStart(context: ModuleContext<AuthSettings>): Promise<void> {
  const { database, clock, makeId, settings, log } = context;
  const { done, live } = await database.system(async (db) => ({
    done: await hasTenants(db),
    live: await selectLiveLink(db, clock.now()),
  }));
  if (done) return;
  const { SETUP_OWNER_EMAIL: email, SETUP_OWNER_PASSWORD: password } = settings;
  if (email !== undefined && password !== undefined) {
    const owner = { email, password, name: email, tenant: { slug: 'main', name: 'Main' } };
    await makeOwner(context, owner, async () => undefined);
    log.info({ email }, 'the owner from the settings was created');
  } else if (live === undefined) {
    const link = await makeSetupLink({ database, clock, makeId, externalUrl: settings.EXTERNAL_URL });
    // On purpose not through the log, which hides secrets and may be kept for long: for whoever watches the first start.
    process.stdout.write(linkText(link));
  }
}
