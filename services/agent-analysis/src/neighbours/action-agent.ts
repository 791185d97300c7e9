import {
  type ActionKind,
  actionKinds,
  autonomyLevels,
  type AutonomyLevel,
  nullable,
  oneOf,
} from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Asking } from './asking.ts';

const name = 'action-agent';
const level = nullable(oneOf(autonomyLevels));
const standingTold = Type.Object({
  autonomy: level,
  kill_switch: Type.Boolean(),
  worker: oneOf(['acting', 'none']),
});

/** How a kind of action stands on a cluster, as far as the action agent says. */
export interface Standing {
  readonly autonomy: AutonomyLevel | null | 'unknown';
  readonly killSwitch: boolean | 'unknown';
  readonly worker: 'acting' | 'none' | 'unknown';
}

export const unknownStanding: Standing = { autonomy: 'unknown', killSwitch: 'unknown', worker: 'unknown' };

export async function standingOf(
  { call, ...asking }: Asking,
  clusterId: string,
  action: ActionKind,
): Promise<Standing> {
  const path = `/internal/v1/standing?cluster_id=${clusterId}&action=${action}`;
  const asked = call(name, { ...asking, path });
  const { status, body } = await asked.catch(() => ({ status: 0, body: undefined }));
  if (status !== 200 || !Value.Check(standingTold, body)) return unknownStanding;
  return { autonomy: body.autonomy, killSwitch: body.kill_switch, worker: body.worker };
}

const autonomyTold = Type.Object({ tenant: Type.Record(Type.String(), level) });

/** What is set for the tenant, of each kind; undefined while the action agent does not say. */
export async function autonomyOfTenant({
  call,
  ...asking
}: Asking): Promise<Readonly<Partial<Record<ActionKind, AutonomyLevel | null>>> | undefined> {
  const asked = call(name, { ...asking, path: '/internal/v1/autonomy' });
  const { status, body } = await asked.catch(() => ({ status: 0, body: undefined }));
  if (status !== 200 || !Value.Check(autonomyTold, body)) return undefined;
  const levels: Readonly<Record<string, AutonomyLevel | null>> = body.tenant;
  return Object.fromEntries(actionKinds.map((kind) => [kind, levels[kind] ?? null]));
}

/** `begun`: too late, it is a matter for people now. */
export async function withdrawDecision(
  { call, ...asking }: Asking,
  decisionId: string,
  reason: string,
): Promise<'withdrawn' | 'begun'> {
  const path = `/internal/v1/decisions/${decisionId}/withdraw`;
  const { status } = await call(name, { ...asking, method: 'POST', path, body: { reason } });
  if (status === 200) return 'withdrawn';
  if (status === 409) return 'begun';
  throw new Error(`${name} returned ${status} when asked to drop decision ${decisionId}`);
}
