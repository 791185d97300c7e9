import { isSuspended, type ModuleContext, type TenantDb } from '@wheelhouse/kit';
import { due, takeSlot } from '../apps/app-store.ts';
import type { Given } from '../apps/given.ts';
import { type Deploying, fail, moveOn } from '../apps/transitions.ts';
import { updateDeployment } from '../apps/deployment-store.ts';
import { type CloudspaceRow } from '../cloudspaces/store.ts';

const againMs = 1_000;
const suspended = 'The tenant is suspended; the deployment begins when the tenant is active again.';

/**
 * Whether a Queued deployment may begin. If so it is Syncing from now on, with the row saying that something may have
 * been sent before anything is. Else it says what it waits for, and is looked at again in a moment.
 */
export async function begin(
  db: TenantDb,
  given: Given & Pick<ModuleContext, 'schema'>,
  now: Deploying,
  cloudspace: CloudspaceRow,
): Promise<Deploying | undefined> {
  const { app, deployment } = now;
  // What puts back is the end of what was begun before.
  if (deployment.instead_of === null && (await isSuspended(db, given.schema, db.tenantId))) {
    if (deployment.progress !== suspended) await updateDeployment(db, deployment, { progress: suspended });
    await due(db, app, new Date(given.clock.now().getTime() + againMs));
    return undefined;
  }
  const wait = await whyWait(db, given, now, cloudspace);
  if (wait === undefined) return moveOn(db, given, now, 'Syncing', { sent: 'something' });
  const at = given.clock.now();
  if (wait.isFinal || (deployment.deadline_at !== null && at >= deployment.deadline_at)) {
    await fail(db, given, now, { reason: wait.reason, known: wait.known });
    return undefined;
  }
  if (deployment.progress !== wait.known) await updateDeployment(db, deployment, { progress: wait.known });
  await due(db, app, new Date(at.getTime() + againMs));
  return undefined;
}

interface Wait {
  readonly reason: 'cloudspace_not_ready' | 'no_slot';
  readonly known: string;
  readonly isFinal?: true;
}

async function whyWait(
  db: TenantDb,
  { settings }: Given,
  { app }: Deploying,
  { name, phase, message }: CloudspaceRow,
): Promise<Wait | undefined> {
  if (phase === 'Deleting')
    return { reason: 'cloudspace_not_ready', known: `CloudSpace ${name} is being deleted.`, isFinal: true };
  if (phase !== 'Ready') return { reason: 'cloudspace_not_ready', known: `CloudSpace ${name} is ${phase}: ${message}` };
  if (await takeSlot(db, app, settings.DEPLOYS_AT_ONCE)) return undefined;
  return {
    reason: 'no_slot',
    known: `${settings.DEPLOYS_AT_ONCE} other apps are being deployed to this cluster.`,
  };
}
