import {
  budgetSeen,
  deploymentSeen,
  matches,
  podSeen,
  type RawBudget,
  type Rule,
  scaleDownVerdict,
} from '@wheelhouse/kubernetes';
import type { ScaleCase } from './asked.ts';
import { rolloutSeconds, scoreWithinSeconds } from './deadlines.ts';
import { type Draft, draftOfMissing, namesOf, nothingToUndo } from './draft.ts';
import { type DeploymentRead, emptyDirsOf, isPaused } from './objects.ts';
import type { BlockingBudget } from './plan-schema.ts';
import { refusal } from './refusals.ts';
import { those, type Warning, warning } from './warnings.ts';

/** The count is settled here, so that "one more" means one more than the plan showed. */
export function draftScaleDeployment(scale: ScaleCase, settleSeconds?: number): Draft {
  const { target, deployment } = scale;
  const about = `Deployment ${target.deployment_name} in ${target.namespace}`;
  if (deployment === null) {
    const aim = target.replicas === undefined ? 'one more replica' : replicasText(target.replicas);
    return draftOfMissing(`Scale ${about} to ${aim}`, about);
  }
  const { name, replicas: before } = deploymentSeen(deployment);
  const after = target.replicas ?? before + 1;
  const blocking = blockingBudgets(scale, deployment, before, after);
  const fewer = Math.max(0, before - after);
  return {
    target_uid: deployment.metadata.uid,
    summary: `Scale ${about} from ${before} to ${replicasText(after)}`,
    changes: [{ field: 'spec.replicas', before, after }],
    touches: { pods: fewer === 0 ? [] : [{ owner: `Deployment ${name}`, count: fewer }], replicas: before },
    blocking_budgets: blocking,
    warnings:
      before === after
        ? [warning('already_so', about, `at ${replicasText(after)}`)]
        : those(
            warning('hpa_not_visible', about),
            isPaused(deployment) && warning('paused', about),
            ...(fewer > 0 ? warningsOfFewer(about, deployment, after, scale.budgets) : []),
          ),
    upper_bound_seconds: Math.max(
      rolloutSeconds(deployment.spec?.progressDeadlineSeconds),
      after > before && settleSeconds !== undefined ? settleSeconds + scoreWithinSeconds : 0,
    ),
    undo:
      before === after ? nothingToUndo : { possible: true, words: `Scale ${about} back to ${replicasText(before)}.` },
    refused:
      blocking.length === 0
        ? null
        : refusal('pdb_violation', about, blocking.map((budget) => wordsOf[budget.rule](budget)).join('; ')),
    drain: null,
  };
}

function replicasText(count: number): string {
  return `${count} ${count === 1 ? 'replica' : 'replicas'}`;
}

/** Rule 1 of the actions: only a scale-down asks the budgets. */
function blockingBudgets(
  { target: { namespace }, budgets, pods, deployments }: ScaleCase,
  deployment: DeploymentRead,
  before: number,
  after: number,
): BlockingBudget[] {
  if (after >= before) return [];
  const verdict = scaleDownVerdict({
    deployment: deploymentSeen(deployment),
    target: after,
    budgets: budgets.map(budgetSeen),
    pods: pods.map(podSeen),
    deployments: deployments.map(deploymentSeen),
  });
  if (verdict.allowed) return [];
  return verdict.violations
    .map(({ budget: name, ...figures }) => ({ name, namespace, ...figures }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const wordsOf: Readonly<Record<Rule, (budget: BlockingBudget) => string>> = {
  min_available: ({ name, after, needed }) => `${name} requires ${needed} healthy pods but would have only ${after}`,
  max_unavailable_zero: ({ name }) => `${name} allows no pod to be unavailable`,
  min_available_percent_at_zero: ({ name }) => `${name} requires a percentage of the pods, and none would be left`,
};

/** From the template and not from pods, which come and go. */
function warningsOfFewer(
  about: string,
  { spec }: DeploymentRead,
  after: number,
  budgets: readonly RawBudget[],
): readonly Warning[] {
  const labels = spec?.template?.metadata?.labels ?? {};
  const covering = budgets.map(budgetSeen).filter(({ selector }) => matches(selector, labels));
  const volumes = emptyDirsOf(spec?.template?.spec?.volumes);
  return those(
    after === 0 && warning('no_replicas_left', about),
    after === 1 && warning('single_replica', about),
    covering.length > 1 && warning('two_budgets_on_a_pod', about, namesOf(covering)),
    volumes.length > 0 && warning('empty_dir_lost', `each pod of ${about} that goes`, volumes.join(', ')),
  );
}
