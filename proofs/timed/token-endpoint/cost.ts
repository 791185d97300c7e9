import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { issueSecret } from '../../../services/auth/src/secrets/format.ts';
import { backendCpuSince, processCpu } from '../../runner/cpu.ts';

/** A server that refuses clients, in a process and with a database of its own. */
export interface Side {
  readonly port: number;
  readonly pid: number;
  readonly pool: pg.Pool;
}

/** Milliseconds of CPU for each refusal. */
export interface Cost {
  readonly node: number;
  readonly server: number;
}

export const sum = ({ node, server }: Cost): number => node + server;
export const shown = ({ node, server }: Cost): string => `${(node * 1000).toFixed(0)} + ${(server * 1000).toFixed(0)}`;

const turnMs = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const clientId = '0193f9a0-0000-7000-8000-000000000001';
/** With a right checksum: each costs a look into the database, and none is there. */
const bodies = Array.from({ length: 2_000 }, () =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: issueSecret('service').secret,
  }).toString(),
);

/** Sends at a rate, whatever comes back, and answers what the other side spent on it. */
export async function costOf(side: Side, perSecond: number, seconds: number): Promise<Cost> {
  const server = await backendCpuSince(side.pool);
  const node = processCpu(side.pid);
  const answers: Promise<number>[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    const due = Math.min(perSecond * seconds, ((performance.now() - began) / 1000) * perSecond);
    while (answers.length < due) answers.push(refusal(side.port, bodies[answers.length % bodies.length] ?? ''));
    await wait(turnMs);
  }
  const other = (await Promise.all(answers)).filter((status) => status !== 401);
  if (other.length > 0) throw new Error(`${other.length} answers were not refusals: ${other[0]}`);
  return {
    node: (processCpu(side.pid) - node) / answers.length,
    server: (await server()) / answers.length,
  };
}

function refusal(port: number, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) };
    request({ agent, host: '127.0.0.1', port, path: '/oauth/token', method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end(body);
  });
}
