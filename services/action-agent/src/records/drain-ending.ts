import type { Failure, Outcome } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { countsOf, drainedAtEnd } from './drain-pod.ts';
import { deleteDrainPods, selectDrainPods } from './drain-store.ts';
import type { ActionRow } from './row.ts';

interface Ending {
  readonly status: ActionRow['status'];
  readonly error?: Failure | null;
  readonly details?: Outcome['details'];
}

/** However a drain ends: its pods go into its details, and what it says ends with how the node was left. */
export async function endOfDrain<E extends Ending>(db: TenantDb, row: ActionRow, ending: E): Promise<E> {
  if (row.action !== 'drain_node' || row.started_at === null) return ending;
  const pods = (await selectDrainPods(db, row.id)).map(drainedAtEnd);
  await deleteDrainPods(db, row.id);
  const details = { ...row.details, ...ending.details };
  const { drain } = details;
  const told = drain === undefined ? details : { ...details, pods, drain: { ...drain, counts: countsOf(pods) } };
  const whole: ActionRow = { ...row, ...ending, details: told };
  return { ...ending, details: told, ...failureOf(whole) };
}

function failureOf(row: ActionRow): { readonly error?: Failure } {
  const { status, error, details } = row;
  if (status !== 'failed' && status !== 'canceled') return {};
  const { code, message } = error ?? { code: status, message: canceledText(details.drain?.counts) };
  return { error: { code, message: `${message} ${howLeft(row)}` } };
}

function canceledText(counts: ReturnType<typeof countsOf> | undefined): string {
  if (counts === undefined) return 'The drain was canceled before anything was changed.';
  const { waiting, evicting, evicted, failed } = counts;
  return `The drain was canceled; ${evicted} of ${waiting + evicting + evicted + failed} pods are gone.`;
}

function howLeft({ target, details, effect, plan }: ActionRow): string {
  const node = `Node ${'node_name' in target ? target.node_name : ''}`;
  const wasCordoned = plan?.changes[0]?.before === true;
  if (details.drain !== undefined) return `${node} ${details.drain.node_cordoned ? 'stays' : 'is not'} cordoned.`;
  if (effect === 'not_sent') return wasCordoned ? `${node} stays cordoned.` : `${node} was not cordoned.`;
  return `${node} may be cordoned.`;
}
