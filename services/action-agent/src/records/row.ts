import type {
  ActionKind,
  ActionResult,
  ActionStatus,
  ActionStep,
  ActionTarget,
  Actor,
  Approver,
  Evidence,
  Failure,
  Outcome,
  Proposer,
} from '@wheelhouse/contracts';
import type { Plan } from '../plans/plan-schema.ts';
import type { Action, actionOrigins } from './schema.ts';

/** Whether the one change of an action was made, as far as is known. Unknown: it may have been sent, and no answer was written down. */
export type EffectKnown = 'not_sent' | 'unknown' | 'accepted';

export interface ActionRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly version: number;
  readonly action: ActionKind;
  readonly target: ActionTarget;
  readonly status: ActionStatus;
  readonly step: ActionStep | null;
  readonly progress: string | null;
  readonly result: ActionResult | null;
  readonly error: Failure | null;
  readonly origin: (typeof actionOrigins)[number];
  readonly decision_id: string | null;
  readonly incident_id: string | null;
  readonly reason: string;
  readonly confidence: number | null;
  readonly evidence: readonly Evidence[];
  readonly proposed_by: Proposer | null;
  readonly requested_by: Actor | null;
  readonly approved_by: Approver | null;
  readonly rejected_by: Actor | null;
  readonly canceled_by: Actor | null;
  readonly note: string | null;
  /** The action that this one takes back. */
  readonly undoes: string | null;
  readonly plan: Plan | null;
  readonly planned_at: Date | null;
  readonly restarted_at: string | null;
  readonly effect: EffectKnown;
  readonly effect_at: Date | null;
  readonly details: Outcome['details'];
  /** Points that each issue took before a scale-up, by its id. */
  readonly health_before: Readonly<Record<string, number>> | null;
  /** The same as `effect`, of the change that takes a scale-up back. */
  readonly revert: EffectKnown;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** What a new action does not have yet. */
export const blank = {
  version: 1,
  step: null,
  progress: null,
  result: null,
  error: null,
  decision_id: null,
  incident_id: null,
  confidence: null,
  evidence: [],
  proposed_by: null,
  requested_by: null,
  approved_by: null,
  rejected_by: null,
  canceled_by: null,
  note: null,
  undoes: null,
  plan: null,
  planned_at: null,
  restarted_at: null,
  effect: 'not_sent',
  effect_at: null,
  details: {},
  health_before: null,
  revert: 'not_sent',
  expires_at: null,
  started_at: null,
  finished_at: null,
} as const satisfies Partial<ActionRow>;

export function shown(row: ActionRow): Action {
  const { id, cluster_id, action, target, status, step, progress, result, error, origin } = row;
  const { decision_id, incident_id, reason, confidence, evidence, proposed_by, requested_by } = row;
  const { approved_by, rejected_by, canceled_by, note, undoes, plan, details } = row;
  return {
    id,
    cluster_id,
    action,
    target,
    status,
    step,
    progress,
    result,
    error,
    origin,
    decision_id,
    incident_id,
    reason,
    confidence,
    evidence: [...evidence],
    proposed_by,
    requested_by,
    approved_by,
    rejected_by,
    canceled_by,
    note,
    undoes,
    plan: plan && { ...plan, guards: plan.guards ?? [], drain: plan.drain ?? null },
    planned_at: told(row.planned_at),
    details,
    created_at: row.created_at.toISOString(),
    expires_at: told(row.expires_at),
    started_at: told(row.started_at),
    finished_at: told(row.finished_at),
  };
}

/** In a list the pods of a drain are counted, not named: there may be hundreds of each of hundreds. */
export function shownInList(row: ActionRow): Action {
  const { plan, details, ...action } = shown(row);
  const { pods: _named, ...figures } = details;
  const drain = plan?.drain ?? null;
  const counted = drain && { ...drain, pods: [], more_pods: drain.pods.length + drain.more_pods };
  return { ...action, plan: plan && { ...plan, drain: counted }, details: figures };
}

function told(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
