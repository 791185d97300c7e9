import type { Actor } from '@wheelhouse/contracts';
import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import { mustHaveWorker } from '../clusters/workers.ts';
import type { AgentSettings } from '../config.ts';
import { admitConsented } from '../guards/admit.ts';
import type { Asked } from '../plans/asked.ts';
import { targetKey } from '../plans/target-key.ts';
import { type ActionRow, blank } from '../records/row.ts';
import { insertAction, insertOpen, selectBusy } from '../records/store.ts';
import { targetHash } from '../records/transitions.ts';

interface Wanted {
  readonly clusterId: string;
  readonly asked: Asked;
  readonly by: Actor;
  readonly reason: string | undefined;
  /** The action that it takes back. */
  readonly undoes?: string;
}

/** What a person wants done at once: the call is the consent. */
export async function start(
  db: TenantDb,
  { makeId, clock }: ModuleContext<AgentSettings>,
  { clusterId, asked, by, reason, undoes }: Wanted,
): Promise<ActionRow> {
  const now = clock.now();
  await mustHaveWorker(db, clusterId, now);
  const target = targetHash(targetKey(clusterId, asked, null));
  const [busy] = await selectBusy(db, target);
  if (busy !== undefined)
    refuse('target_busy', {
      message: `Action ${busy.action_id} is running on this target. Next step: wait until it ends, or cancel it.`,
    });
  const row: ActionRow = {
    ...blank,
    id: makeId(),
    cluster_id: clusterId,
    action: asked.action,
    target: asked.target,
    status: 'executing',
    step: 'waiting_for_target',
    origin: 'manual',
    reason: reason ?? 'Requested directly.',
    requested_by: by,
    undoes: undoes ?? null,
    created_at: now,
    started_at: now,
  };
  await admitConsented(db, row, asked, now);
  await insertAction(db, row);
  await insertOpen(db, row, { state: 'executing', target, expiresAt: null, announceAt: null, now });
  return row;
}
