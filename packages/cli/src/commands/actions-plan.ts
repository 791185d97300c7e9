import { type ActionKind, actionKinds, actionTargets, isActionKind } from '@wheelhouse/contracts';
import { titleOf } from '../actions.ts';
import { clusterNamed } from '../clusters.ts';
import { ownClient } from '../credentials/find.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { type Invocation, type Run, textOption } from '../invocation.ts';
import { nearest } from '../nearest.ts';
import { factLines } from '../output/facts.ts';
import { plain } from '../output/plain.ts';
import { planFacts } from '../output/tell-plan.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const action = kindOf(args[0] ?? '');
  const target = targetFrom(invocation, action);
  const cluster = textOption(invocation, 'cluster');
  const client = await ownClient();
  const cluster_id = cluster === undefined ? undefined : (await clusterNamed(client, cluster)).id;
  const { data: plan } = await client.post('/agents/action/api/v1/actions/plan', {
    body: { action, target, ...(cluster_id === undefined ? {} : { cluster_id }) },
  });
  if (out.isJson) return out.json(plan);
  out.line(out.paint('bold', plain(titleOf(plan))));
  for (const line of factLines(out, [...planFacts(plan), ['etag', plan.etag]])) out.line(line);
};

function kindOf(given: string): ActionKind {
  if (isActionKind(given)) return given;
  const meant = nearest(given, actionKinds);
  throw new Failure(
    exitCodes.usage,
    `unknown action ${given}; expected one of ${actionKinds.join(', ')}${meant === undefined ? '' : `. Did you mean ${meant}?`}`,
  );
}

/** What the fields of a target are called here. */
const flags = {
  node_name: 'node',
  namespace: 'namespace',
  pod: 'pod',
  deployment_name: 'deployment',
  replicas: 'replicas',
} as const;

type Field = keyof typeof flags;

function targetFrom(invocation: Invocation, kind: ActionKind) {
  const { required, properties } = actionTargets[kind];
  for (const [field, flag] of Object.entries(flags)) {
    const isGiven = textOption(invocation, flag) !== undefined;
    if (isGiven && !Object.hasOwn(properties, field))
      throw new Failure(exitCodes.usage, `${kind} does not take --${flag}`);
    if (!isGiven && required.some((name) => name === field))
      throw new Failure(exitCodes.usage, `${kind} needs --${flag}`);
  }
  const given = (field: Field) => textOption(invocation, flags[field]);
  const [node_name, namespace, pod, deployment_name] = [
    given('node_name'),
    given('namespace'),
    given('pod'),
    given('deployment_name'),
  ];
  const replicas = given('replicas');
  return {
    ...(node_name === undefined ? {} : { node_name }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(pod === undefined ? {} : { pod }),
    ...(deployment_name === undefined ? {} : { deployment_name }),
    ...(replicas === undefined ? {} : { replicas: countOf(replicas) }),
  };
}

function countOf(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new Failure(exitCodes.usage, `--replicas must be a number, not ${given}`);
}
