import type { Client } from '@wheelhouse/sdk';
import { type Invocation, type Run, textOption, textsGiven } from '../../invocation.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { clusterNamed } from '../clusters/cluster.ts';
import { type Action, titleOf } from './action.ts';

const path = '/agents/action/api/v1/kill-switch';

export const stop: Run = async (invocation) => {
  const { out } = invocation;
  const client = await invocation.connect();
  const body = await bodyOf(invocation, client);
  const { data } = await client.post(`${path}/engage`, { body });
  if (out.isJson) return out.json(data);
  out.line(out.paint('red', `the kill switch is engaged${where(body)}: nothing more is changed`));
  tell(out, 'stopped', data.stopped, 'nothing had to be stopped');
  tell(out, 'still running', data.still_running, 'nothing still runs');
  const cluster = textOption(invocation, 'cluster');
  out.note(`to go on: wheelhouse actions resume${cluster === undefined ? '' : ` --cluster ${cluster}`}`);
};

export const resume: Run = async (invocation) => {
  const { out } = invocation;
  const client = await invocation.connect();
  const body = await bodyOf(invocation, client);
  const { data } = await client.post(`${path}/release`, { body });
  if (out.isJson) return out.json(data);
  out.line(`the kill switch is released${where(body)}; what it stopped is not resumed`);
  tell(out, 'running', data.still_running, 'nothing is running');
  if (data.engaged) out.line('it is still engaged for the whole tenant');
  const others = data.clusters.length;
  if (others > 0) out.line(`it is still engaged for ${others} ${others === 1 ? 'cluster' : 'clusters'}`);
};

interface Body {
  readonly reason?: string;
  readonly cluster_id?: string;
}

async function bodyOf(invocation: Invocation, client: Client): Promise<Body> {
  const cluster = textOption(invocation, 'cluster');
  const reason = textsGiven(invocation, { reason: 'reason' });
  return cluster === undefined ? reason : { ...reason, cluster_id: (await clusterNamed(client, cluster)).id };
}

function where(body: Body): string {
  return body.cluster_id === undefined ? ' for all clusters' : ' for this cluster';
}

function tell(
  out: Output,
  title: string,
  actions: readonly Pick<Action, 'id' | 'action' | 'target'>[],
  none: string,
): void {
  if (actions.length === 0) return out.line(none);
  out.line(`${title}:`);
  for (const action of actions) out.line(`  ${plain(titleOf(action))}  ${action.id}`);
}
