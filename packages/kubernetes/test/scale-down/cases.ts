import fc from 'fast-check';
import { budgets } from './case-budgets.ts';
import { extraLabels, type SelectorForm, selectorOf } from './case-labels.ts';
import { lonePods, podOf, type PodState, podStates, well } from './case-pods.ts';
import type { DeploymentSeen, Labels, PodSeen, ScaleDownCase, Strategy } from '../../src/index.ts';

/** Namespaces with a Deployment "web" that is to be scaled down. All that is drawn is what an API server could hold. */

interface DeploymentDraw {
  readonly name: string;
  readonly app: string;
  readonly replicas: number;
  readonly extra: Labels;
  readonly oldExtra: Labels;
  readonly form: SelectorForm;
  /** How many pods there are more or fewer than replicas: surge, quota, a controller that is late. */
  readonly drift: number;
  /** Pods still of the ReplicaSet before: a rollout under way. */
  readonly oldCount: number;
  readonly states: readonly PodState[];
  readonly oldStates: readonly PodState[];
  readonly strategy: Strategy | null;
}

const room = fc.option(fc.constantFrom<(number | string)[]>(0, 1, 2, '0%', '10%', '25%', '34%', '50%', '100%'));

const strategy: fc.Arbitrary<Strategy | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant({ type: 'Recreate' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('RollingUpdate'),
      rollingUpdate: fc.record({ maxSurge: room, maxUnavailable: room }),
    }),
  },
);

function deploymentDraw(name: fc.Arbitrary<string>, app: fc.Arbitrary<string>, fewest: number) {
  return fc.record<DeploymentDraw>({
    name,
    app,
    replicas: fc.integer({ min: fewest, max: 8 }),
    extra: extraLabels,
    oldExtra: extraLabels,
    form: fc.constantFrom('app', 'app', 'app-in', 'app-and-track'),
    drift: fc.constantFrom(0, 0, 0, 0, -1, -2, -8, 1, 2),
    oldCount: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5),
    states: podStates,
    oldStates: podStates,
    strategy,
  });
}

function deploymentOf(draw: DeploymentDraw): DeploymentSeen {
  const templateLabels = { app: draw.app, ...draw.extra };
  const selector = selectorOf(draw.form, templateLabels);
  return {
    name: draw.name,
    uid: `deployment-${draw.name}`,
    replicas: draw.replicas,
    selector,
    templateLabels,
    ...(draw.strategy === null ? {} : { strategy: draw.strategy }),
  };
}

/** The template's labels before the rollout. A selector that holds the track keeps it the same in every ReplicaSet. */
function oldLabelsOf({ app, form, extra, oldExtra }: DeploymentDraw): Labels {
  return { app, ...(form === 'app-and-track' ? extra : oldExtra) };
}

function podsOf(draw: DeploymentDraw): PodSeen[] {
  const count = Math.max(0, draw.replicas + draw.drift - draw.oldCount);
  return [
    ...replicaSetPods(draw.name, 'a1', { app: draw.app, ...draw.extra }, count, draw.states),
    ...replicaSetPods(draw.name, 'b2', oldLabelsOf(draw), draw.oldCount, draw.oldStates),
  ];
}

function replicaSetPods(
  name: string,
  hash: string,
  template: Labels,
  count: number,
  states: readonly PodState[],
): PodSeen[] {
  const set = `${name}-${hash}`;
  const controller = { kind: 'ReplicaSet', name: set, uid: `ReplicaSet-${set}` };
  const labels = { ...template, 'pod-template-hash': hash };
  return Array.from({ length: count }, (_, index) =>
    podOf(`${set}-${index}`, labels, states[index] ?? well, controller),
  );
}

const others = fc.uniqueArray(
  deploymentDraw(fc.constantFrom('web-2', 'web-a1', 'api', 'canary'), fc.constantFrom('web', 'web', 'api'), 0),
  { maxLength: 2, selector: (draw) => draw.name },
);

/** A target of 0 is one case of eight or so, and any other as likely as the next. */
const targetSeed = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 11, arbitrary: fc.integer({ min: 1, max: 840 }) },
);

export const scaleDownCase: fc.Arbitrary<ScaleDownCase> = fc
  .record({
    web: deploymentDraw(fc.constant('web'), fc.constant('web'), 1),
    seed: targetSeed,
    budgets,
    others: fc.oneof({ weight: 1, arbitrary: fc.constant<DeploymentDraw[]>([]) }, { weight: 1, arbitrary: others }),
    lone: lonePods,
  })
  .map(({ web, seed, budgets: asked, others: neighbours, lone }) => {
    const target = seed === 0 || web.replicas === 1 ? 0 : 1 + (seed % (web.replicas - 1));
    const deployment = deploymentOf(web);
    return {
      deployment,
      target,
      budgets: asked.map((draw, index) => ({
        name: `budget-${index}`,
        selector: draw.selector(deployment.templateLabels, oldLabelsOf(web)),
        ...draw.amount(target),
      })),
      pods: [...podsOf(web), ...neighbours.flatMap(podsOf), ...lone],
      deployments: neighbours.map(deploymentOf),
    };
  });
