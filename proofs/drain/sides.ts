import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { engineSetting, eventually } from '@wheelhouse/testkit';
import { AuditLog } from '../agent/audit-log.ts';
import type { ProofHouse } from '../agent/house.ts';
import { type Calls, callsIn } from './calls.ts';
import type { FullNode } from './full-node.ts';

/** One drain of a full node, by whoever did it. */
export interface Drained extends Calls {
  readonly seconds: number;
  /** How it ended; `success` if it did what it should. */
  readonly ending: string;
  readonly podsLeft: number;
}

const endsWithinMs = 180_000;
/** The log is written a moment after the answer. */
const inTheLogWithinMs = 10_000;

/** As a person has it done: from the call until the record says that it has ended. */
export async function byAgent({ process, who }: ProofHouse, node: FullNode): Promise<Drained> {
  const log = await AuditLog.open();
  const { status, body } = await process.call(who, 'POST', '/api/v1/actions/drain', { body: { node_name: node.name } });
  if (status !== 202) throw new Error(`the drain was answered ${status} ${JSON.stringify(body)}`);
  const ended = await eventually(async () => {
    const { body: record } = await process.call(who, 'GET', `/api/v1/actions/${body.id}`);
    if (record.finished_at === null) throw new Error(`the drain has not ended: ${record.progress}`);
    return record;
  }, endsWithinMs);
  const seconds = (Date.parse(ended.finished_at) - Date.parse(ended.started_at)) / 1000;
  const ending = ended.error === null ? ended.status : `${ended.status} ${ended.error.message}`;
  return { seconds, ending, podsLeft: await node.pods(), ...(await callsOf(log, `(action ${body.id};`)) };
}

const kubectlFlags = ['--ignore-daemonsets', '--delete-emptydir-data', '--force', '--grace-period=30'];

/** In the audit log nobody else goes by the name under which it acts. */
export async function byKubectl(node: FullNode): Promise<Drained> {
  const log = await AuditLog.open();
  const username = `proof-${randomUUID()}`;
  const who = ['--kubeconfig', engineSetting('KUBECONFIG'), '--as', username, '--as-group', 'system:masters'];
  const began = performance.now();
  const ending = await promisify(execFile)(engineSetting('KUBECTL'), [...who, 'drain', node.name, ...kubectlFlags], {
    timeout: endsWithinMs,
  }).then(
    () => 'success',
    (error: unknown) => String(error),
  );
  const seconds = (performance.now() - began) / 1000;
  return { seconds, ending, podsLeft: await node.pods(), ...(await callsOf(log, username)) };
}

/** Of all calls those that bear this mark: the name of who made them, or the action for which they were made. */
async function callsOf(log: AuditLog, mark: string): Promise<Calls> {
  return eventually(async () => {
    const calls = callsIn(await log.all(mark));
    if (calls.evictions === 0) throw new Error('the evictions are not in the audit log');
    return calls;
  }, inTheLogWithinMs);
}
