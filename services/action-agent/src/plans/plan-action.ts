import type { Right } from '@wheelhouse/kubernetes';
import { type GuardVerdict, refusedBy } from '../guards/judge.ts';
import { type Case, unknownKind } from './asked.ts';
import type { Draft } from './draft.ts';
import { planEtag } from './etag.ts';
import { draftDrainNode } from './plan-drain-node.ts';
import { draftNode } from './plan-node.ts';
import { draftRestartPod } from './plan-restart-pod.ts';
import { draftRollbackDeployment } from './plan-rollback-deployment.ts';
import { draftScaleDeployment } from './plan-scale-deployment.ts';
import type { Plan } from './plan-schema.ts';
import { refusal } from './refusals.ts';
import { warning } from './warnings.ts';
import { rightName, rightsFor } from './what-to-read.ts';

export interface PlanContext {
  readonly clusterId: string;
  /** Pods that nothing would recreate may go: `isConsented` says when. */
  readonly consented: boolean;
  /** Rights that the worker found it lacks. */
  readonly missingRights: readonly Right[];
  /** How long the health score is watched after a scale-up; undefined: it is not. */
  readonly settleSeconds?: number | undefined;
  /** The pod that the worker runs in, if it runs in one: a drain evicts it last. */
  readonly ownPod?: string | undefined;
  /** What the guards say of it. */
  readonly guards?: readonly GuardVerdict[];
}

/** What an action would do, from what was read and nothing else. */
export function planAction(given: Case, context: PlanContext): Plan {
  const { clusterId, missingRights, guards = [] } = context;
  const { action, target } = given;
  const draft = draftOf(given, context);
  const lacking = new Set(missingRights.map(rightName));
  const rights = rightsFor(given)
    .map(rightName)
    .filter((name) => lacking.has(name))
    .join(', ');
  // Without a right the rest may be wrong: what cannot be read looks as if it were not there.
  const whole =
    rights === ''
      ? draft
      : {
          ...draft,
          warnings: [...draft.warnings, warning('right_missing', '', rights)],
          refused: refusal('right_missing', '', rights),
        };
  const guard = refusedBy(guards);
  const refused = whole.refused ?? (guard === undefined ? null : { code: guard.guard, message: guard.message });
  const etag = planEtag({ action, ...whole });
  return { action, target, cluster_id: clusterId, ...whole, refused, guards: [...guards], etag };
}

function draftOf(given: Case, { consented, settleSeconds, ownPod }: PlanContext): Draft {
  switch (given.action) {
    case 'cordon_node':
    case 'uncordon_node':
      return draftNode(given);
    case 'drain_node':
      return draftDrainNode(given, consented, ownPod);
    case 'restart_pod':
      return draftRestartPod(given, consented);
    case 'scale_deployment':
      return draftScaleDeployment(given, settleSeconds);
    case 'rollback_deployment':
      return draftRollbackDeployment(given);
    default:
      throw unknownKind(given);
  }
}
