import { type ActionKind, actionKinds, actionTargets, isActionKind } from '@wheelhouse/contracts';
import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption, textsGiven } from '../../invocation.ts';
import { unknownWord } from '../../known-words.ts';
import { factLines } from '../../output/facts.ts';
import { plain } from '../../output/plain.ts';
import { clusterNamed } from '../clusters/cluster.ts';
import { actionsPath, titleOf } from './action.ts';
import { planFacts } from './tell-plan.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const action = kindOf(args[0] ?? '');
  const target = targetFrom(invocation, action);
  const cluster = textOption(invocation, 'cluster');
  const client = await invocation.connect();
  const cluster_id = cluster === undefined ? undefined : (await clusterNamed(client, cluster)).id;
  const { data: plan } = await client.post(`${actionsPath}/plan`, {
    body: { action, target, ...(cluster_id === undefined ? {} : { cluster_id }) },
  });
  if (out.isJson) return out.json(plan);
  out.line(out.paint('bold', plain(titleOf(plan))));
  for (const line of factLines(out, [...planFacts(plan), ['etag', plan.etag]])) out.line(line);
};

function kindOf(given: string): ActionKind {
  if (isActionKind(given)) return given;
  throw unknownWord('action', given, actionKinds);
}

/** What the fields of a target are called here. */
const flags = {
  node_name: 'node',
  namespace: 'namespace',
  pod: 'pod',
  deployment_name: 'deployment',
  replicas: 'replicas',
} as const;

function targetFrom(invocation: Invocation, kind: ActionKind) {
  const { required, properties } = actionTargets[kind];
  for (const [field, flag] of Object.entries(flags)) {
    const isGiven = textOption(invocation, flag) !== undefined;
    if (isGiven && !Object.hasOwn(properties, field)) throw new Failure('usage', `${kind} does not take --${flag}`);
    if (!isGiven && required.some((name) => name === field)) throw new Failure('usage', `${kind} needs --${flag}`);
  }
  const { replicas, ...texts } = textsGiven(invocation, flags);
  return replicas === undefined ? texts : { ...texts, replicas: countOf(replicas) };
}

function countOf(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new Failure('usage', `--replicas must be a number, not ${given}`);
}
