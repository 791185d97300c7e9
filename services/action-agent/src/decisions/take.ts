import { type Decision, readDecision } from '@wheelhouse/contracts';
import {
  type KnownClusters,
  messageConsumer,
  type MessageConsumer,
  type ModuleContext,
  refuseMessage,
  type TenantDb,
} from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { admit, refusedByAutonomy } from '../guards/admit.ts';
import { autonomyOf } from '../guards/autonomy-store.ts';
import { insertPlanRequest } from '../planning/store.ts';
import { type Asked, askedBy } from '../plans/asked.ts';
import { targetKey } from '../plans/target-key.ts';
import { type ActionRow, blank } from '../records/row.ts';
import { insertAction, insertOpen, noteDecision } from '../records/store.ts';
import { endAction, refused, targetHash } from '../records/transitions.ts';
import { tenantSettings } from '../settings/store.ts';

type Context = ModuleContext<AgentSettings>;

export const decisionsExchange = 'analysis.decisions';

/** A pending action is announced when its plan is there, or after this time without one. */
const announceWithoutPlanMs = 60_000;

export function decisionConsumer(context: Context, clusters: KnownClusters): MessageConsumer {
  return messageConsumer<Decision>({
    name: 'decisions',
    exchange: decisionsExchange,
    queue: decisionsExchange,
    read: readDecision,
    before: async ({ cluster_id: clusterId }, tenantId) => {
      if (!(await clusters.isOf(tenantId, clusterId.toLowerCase())))
        refuseMessage(`wrong_cluster: the tenant has no cluster ${clusterId}`);
    },
    handle: (db, decision) => take(db, context, decision),
  });
}

/** One action per decision, whoever is handed it and however often. */
async function take(db: TenantDb, context: Context, decision: Decision): Promise<void> {
  const id = context.makeId();
  if (!(await noteDecision(db, decision.decision_id, id))) return;
  const now = context.clock.now();
  const clusterId = decision.cluster_id.toLowerCase();
  const level = await autonomyOf(db, clusterId, decision.action);
  // Autonomy makes a decision stricter, never looser.
  const isAutomatic = decision.AutoApprove && level !== 'ask';
  const { pending_seconds: pendingSeconds } = await tenantSettings(db);
  const expiresAt = isAutomatic ? null : new Date(now.getTime() + pendingSeconds * 1000);
  const row: ActionRow = {
    ...blank,
    id,
    cluster_id: clusterId,
    action: decision.action,
    target: decision.target,
    status: isAutomatic ? 'executing' : 'pending_approval',
    step: isAutomatic ? 'waiting_for_target' : null,
    origin: 'decision',
    decision_id: decision.decision_id.toLowerCase(),
    incident_id: decision.incident_id ?? null,
    reason: decision.reason,
    confidence: decision.confidence,
    evidence: decision.evidence,
    proposed_by: decision.proposed_by,
    created_at: now,
    expires_at: expiresAt,
    started_at: isAutomatic ? now : null,
  };
  await insertAction(db, row);
  const asked = askedBy(row);
  const guard = isAutomatic ? await admit(db, row, asked, now) : refusedByAutonomy(asked, level);
  if (guard !== undefined) {
    await endAction(db, context, row, refused(guard.guard, guard.message), now);
    return;
  }
  await insertOpen(db, row, {
    state: isAutomatic ? 'executing' : 'pending',
    target: targetHash(targetKey(row.cluster_id, asked, null)),
    expiresAt,
    announceAt: isAutomatic ? null : new Date(now.getTime() + announceWithoutPlanMs),
    now,
  });
  if (!isAutomatic) await askForPlan(db, context, row, asked);
}

async function askForPlan(db: TenantDb, { makeId }: Context, row: ActionRow, asked: Asked): Promise<void> {
  await insertPlanRequest(db, row.cluster_id, { id: makeId(), action_id: row.id, asked, consented: true });
}
