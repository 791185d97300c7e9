import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import { plain } from '../../output/plain.ts';
import type { Progress } from '../../output/progress.ts';
import { type Cluster, clusterPath } from './cluster.ts';

const lookEveryMs = 500;

/** The cluster once it is known whether it can be deployed to, or as it is when the time is over. */
export async function deployChecked(client: Client, changed: Cluster, until: number, progress: Progress) {
  let cluster = changed;
  while (cluster.deploy_reason === 'not_checked' && Date.now() < until) {
    progress.say(`trying the credentials for deploying to ${plain(cluster.name)}`);
    await wait(Math.min(lookEveryMs, Math.max(0, until - Date.now())));
    cluster = (await client.get(clusterPath, { params: { id: cluster.id } })).data;
  }
  return cluster;
}

/** After somebody has asked for it. */
export function mustBeDeployable({ name, deployable, deploy_reason: reason, deploy_message: message }: Cluster): void {
  if (deployable) return;
  const look = `wheelhouse clusters show ${plain(name)}`;
  if (reason === 'not_checked')
    throw new Failure('stillRunning', `the credentials for deploying to ${name} were not tried in time`, look);
  throw new Failure(
    'operationFailed',
    `${name} is registered, but cannot be deployed to: ${message}`,
    `fix it; Wheelhouse keeps trying: ${look}`,
  );
}
