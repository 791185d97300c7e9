import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption, textsGiven } from '../../invocation.ts';
import { unknownWord } from '../../known-words.ts';
import { patienceOf } from '../../waiting.ts';
import { allClusters, clusterNamed } from '../clusters/cluster.ts';
import { cloudspacesPath } from './cloudspace.ts';
import { settle } from './settling.ts';

const levels = ['baseline', 'restricted'] as const;

export const run: Run = async (invocation) => {
  const [name = ''] = invocation.args;
  const patience = patienceOf(invocation);
  const [quota, pod_security] = [quotaOf(invocation), securityOf(invocation)];
  const client = await invocation.connect();
  const cluster_id = await clusterOf(client, textOption(invocation, 'cluster'));
  const { data: begun } = await client.post(cloudspacesPath, {
    body: {
      name,
      cluster_id,
      ...(Object.keys(quota).length === 0 ? {} : { quota }),
      ...(pod_security === undefined ? {} : { pod_security }),
    },
  });
  await settle(invocation, client, begun, patience);
};

async function clusterOf(client: Client, name: string | undefined): Promise<string> {
  if (name !== undefined) return (await clusterNamed(client, name)).id;
  const [only, ...others] = await allClusters(client);
  if (only === undefined)
    throw new Failure('error', 'no cluster is registered', 'wheelhouse clusters connect --deploy');
  if (others.length === 0) return only.id;
  const names = [only, ...others].map((one) => one.name).join(', ');
  throw new Failure('usage', `you have several clusters: ${names}`, 'say which: --cluster NAME');
}

function quotaOf(invocation: Invocation) {
  const pods = textOption(invocation, 'pods');
  if (pods !== undefined && !/^[1-9]\d{0,4}$/.test(pods))
    throw new Failure('usage', `--pods must be a number of pods, not ${pods}`);
  return {
    ...textsGiven(invocation, { cpu: 'cpu', memory: 'memory' }),
    ...(pods === undefined ? {} : { pods: Number(pods) }),
  };
}

function securityOf(invocation: Invocation) {
  const given = textOption(invocation, 'podSecurity');
  const known = levels.find((level) => level === given);
  if (given !== undefined && known === undefined) throw unknownWord('--pod-security', given, levels);
  return known;
}
