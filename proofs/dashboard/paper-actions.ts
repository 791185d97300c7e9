import { randomUUID } from 'node:crypto';
import type { CanaryFigures } from '@wheelhouse/contracts';
import { systemClock } from '@wheelhouse/kit';
import type { Plan } from '../../services/action-agent/src/plans/plan-schema.ts';
import type { ActionRow } from '../../services/action-agent/src/records/row.ts';
import { writeAction } from '../../services/action-agent/test/write-action.ts';
import type { World } from './world.ts';

/** Actions as rows: no worker is there that could plan them. */

export interface PaperPlace {
  readonly db: World['db'];
  readonly tenantId: string;
  readonly clusterId: string;
}

export interface PaperActions {
  /** Waits for approval, and a budget forbids it. */
  readonly pending: string;
  /** Waits for approval by somebody else than the person. */
  readonly own: string;
  readonly executing: string;
  readonly failed: string;
  /** A scale-up that its canary took back. */
  readonly reverted: string;
  /** Can be undone. */
  readonly done: string;
}

/** One of each kind that has a page of another look; answers their ids. */
export async function writeActions(place: PaperPlace, personId: string): Promise<PaperActions> {
  const plan: Plan = {
    ...scalePlan(place.clusterId, 'checkout'),
    blocking_budgets: [{ name: 'checkout', namespace: 'shop', rule: 'min_available', after: 3, needed: 4 }],
    warnings: [{ code: 'hpa_not_visible', message: 'Whether an autoscaler sets the replicas is not visible.' }],
    guards: [
      { guard: 'kill_switch', effect: 'refuses', passes: true, message: 'The kill switch is not engaged.' },
      { guard: 'cooldown_seconds', effect: 'warns', passes: false, message: 'It ran within the last 300 s.' },
    ],
    refused: { code: 'pdb_violation', message: 'It would break the budget checkout.' },
  };
  const now = systemClock.now();
  const approved = { approved_by: { type: 'user', id: randomUUID() }, expires_at: null, started_at: now } as const;
  return {
    pending: await writeScale(place, 'checkout', { plan }),
    own: await writeScale(place, 'search', { proposed_by: { type: 'user', id: personId } }),
    executing: await writeScale(place, 'cart', { ...approved, status: 'executing', step: 'waiting_for_target' }),
    failed: await writeScale(place, 'checkout', {
      ...approved,
      plan,
      status: 'failed',
      result: 'rollout_stalled',
      error: { code: 'rollout_stalled', message: 'After 630 s, of 3 replicas 2 are available.' },
      finished_at: now,
    }),
    reverted: await writeScale(place, 'payments', {
      ...approved,
      status: 'failed',
      result: 'reverted',
      error: { code: 'health_dropped', message: 'The health score dropped from 88 to 71.5.' },
      details: { canary: reverted(now) },
      finished_at: now,
    }),
    done: await writeScale(place, 'carts', { ...approved, status: 'success', finished_at: now }),
  };
}

const reverted = (now: Date): CanaryFigures => ({
  verdict: 'reverted',
  why: null,
  score_before: 88,
  score_after: 71.5,
  allowed_drop: 10,
  settle_seconds: 60,
  settles_at: now.toISOString(),
  issues: [
    {
      severity: 'critical',
      reason: 'replica_shortfall',
      object: { kind: 'Deployment', namespace: 'shop', name: 'payments' },
      message: '4 of 6 replicas are available',
      more_impact: 16.5,
    },
  ],
  replicas_before: 4,
  replicas_after: 6,
});

/** To scale down a Deployment of the shop: it waits for approval, with its plan. Answers its id. */
export function writeScale(place: PaperPlace, deployment: string, more: Partial<ActionRow> = {}): Promise<string> {
  const { db, tenantId, clusterId } = place;
  const now = systemClock.now();
  const plan = scalePlan(clusterId, deployment);
  return writeAction(db, tenantId, now, {
    action: plan.action,
    target: plan.target,
    cluster_id: clusterId,
    incident_id: randomUUID(),
    reason: `${deployment} has been idle for six hours.`,
    confidence: 0.62,
    evidence: [
      { source: 'metrics', summary: 'CPU below 5 % since 03:00', url: 'https://metrics.acme.example/d/checkout' },
    ],
    plan,
    planned_at: now,
    ...more,
  });
}

export const scalePlan = (clusterId: string, deployment: string, replicas = 6) =>
  ({
    action: 'scale_deployment',
    target: { namespace: 'shop', deployment_name: deployment, replicas: 3 },
    cluster_id: clusterId,
    target_uid: randomUUID(),
    summary: `Scale Deployment ${deployment} in shop from ${replicas} to 3 replicas`,
    changes: [{ field: 'spec.replicas', before: replicas, after: 3 }],
    touches: { pods: [{ owner: `Deployment ${deployment}`, count: replicas - 3 }], replicas },
    blocking_budgets: [],
    warnings: [],
    guards: [],
    upper_bound_seconds: 630,
    undo: { possible: true, words: `Scale Deployment ${deployment} in shop back to ${replicas} replicas.` },
    refused: null,
    drain: null,
    etag: `"paper ${deployment} ${replicas}"`,
  }) satisfies Plan;
