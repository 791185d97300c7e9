import { randomUUID } from 'node:crypto';
import type { Decision } from '@wheelhouse/contracts';
import { eventually } from '@wheelhouse/testkit';
import { decisionIn } from '../agent/house.ts';
import type { CanaryHouse } from '../canary/house.ts';

/** How an action ended, or that it waits. */
export interface Ended extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly result: string | null;
  readonly code: string | null;
  readonly message: string;
  readonly effect: string;
}

export type Wanted = Pick<Decision, 'action' | 'target'>;

const endsWithinMs = 180_000;

export async function decide(house: CanaryHouse, wanted: Wanted, isAutomatic = true): Promise<string> {
  const who = { tenantId: house.tenantId, token: '' };
  const decision = { ...decisionIn({ who, clusterId: house.clusterId }), ...wanted, AutoApprove: isAutomatic };
  const id = randomUUID();
  const body = { ...decision, decision_id: id };
  await house.publish(body);
  return id;
}

/** When it has ended, or waits for approval. */
export async function endOf({ db, tenantId }: CanaryHouse, decisionId: string): Promise<Ended> {
  return eventually(async () => {
    const [row] = await db.tenant(tenantId, (tenant) =>
      tenant.query<Ended & { readonly at: object }>(
        `SELECT id, status, result, effect, error->>'code' AS code, coalesce(error->>'message', '') AS message,
           jsonb_build_object('target', target, 'step', step, 'progress', progress, 'effect', effect,
             'started_at', started_at, 'effect_at', effect_at, 'details', details) AS at
         FROM action_agent.actions WHERE decision_id = $1`,
        [decisionId],
      ),
    );
    if (row === undefined) throw new Error(`decision ${decisionId} has not been taken`);
    const { at, ...ended } = row;
    if (ended.status === 'executing') throw new Error(`an action has not ended: ${JSON.stringify(at)}`);
    return ended;
  }, endsWithinMs);
}

/** `success`, `success dry_run`, `refused cooldown_seconds`, `pending_approval`. */
export function wordsOf({ status, result, code }: Ended): string {
  if (result === 'refused') return `refused ${code}`;
  return result === null ? status : `${status} ${result}`;
}

export async function endingOf(house: CanaryHouse, wanted: Wanted, isAutomatic = true): Promise<string> {
  return wordsOf(await endOf(house, await decide(house, wanted, isAutomatic)));
}
