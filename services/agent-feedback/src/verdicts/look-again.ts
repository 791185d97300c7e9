import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import { setDue } from './due-store.ts';
import { type Concerned, verdictsAbout } from './store.ts';

/** News that come later than this correct no verdict any more. */
const correctsForMs = 24 * 60 * 60_000;

/** At verdicts that this may be news to. */
export async function lookAgain(
  db: TenantDb,
  { clock }: Pick<ModuleContext, 'clock'>,
  concerned: Concerned,
): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - correctsForMs);
  for (const id of await verdictsAbout(db, concerned, since)) await setDue(db, id, now);
}
