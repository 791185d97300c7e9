import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, call, caller } from '@wheelhouse/testkit';
import type { Lane } from './lane.ts';

export const steps = ['write', 'change', 'finish'] as const;
export type Step = (typeof steps)[number];

/** What a client does whose connection is lost before the answer has come. */
export type Client = 'repeats' | 'repeats with a new key' | 'gives up';

/** Longer than it takes to notice a dead worker's job. */
const patienceMs = 40_000;

/**
 * A note that is not there is asked to be finished; another is written, changed and finished. Before each
 * step everything is at rest and the step is yielded, so that its effects can be numbered.
 */
export async function* scenario(lane: Lane, tenant: string, client: Client): AsyncGenerator<Step> {
  const who = await caller({ tenant }, lane.clock);
  const notes = '/api/v1/notes';
  const keyed = () => ({ 'idempotency-key': randomUUID() });

  async function ask(method: string, url: string, status: number, body?: unknown, given = {}): Promise<Answer> {
    const until = performance.now() + patienceMs;
    for (let headers = given; ; ) {
      const answer = await call(lane.address, who, method, url, { body, headers }).catch((error: unknown) => {
        if (client === 'gives up' || performance.now() > until) throw error;
      });
      // Of a change that was made already, a repeat is told that it no longer applies.
      if (answer?.status === status || (method === 'PATCH' && answer?.status === 412)) return answer;
      if (answer !== undefined) throw new Error(`${method} was answered ${answer.status}`);
      if (client === 'repeats with a new key') headers = keyed();
      await wait(25);
    }
  }
  async function rest(): Promise<void> {
    const until = performance.now() + patienceMs;
    for (let left = 'nothing'; left !== ''; await wait(100)) {
      left = await underWay(lane, tenant);
      if (left !== '' && performance.now() > until) throw new Error(`not at rest: ${left}`);
    }
  }

  await rest();
  yield 'write';
  await ask('POST', `${notes}/${randomUUID()}/finish`, 404, undefined, keyed());
  const note = `${notes}/${(await ask('POST', notes, 201, { title: 'written', body: '' }, keyed())).body.id}`;
  await rest();
  yield 'change';
  const etag = (await ask('GET', note, 200)).headers.get('etag');
  await ask('PATCH', note, 200, { title: 'changed' }, { 'if-match': etag });
  await rest();
  yield 'finish';
  await ask('POST', `${note}/finish`, 202, undefined, keyed());
  await rest();
}

/** What is not done yet, in words. */
async function underWay({ owner }: Lane, tenant: string): Promise<string> {
  const { rows } = await owner.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM example.outbox WHERE seq IS NULL) AS unnumbered,
       (SELECT count(*) FROM example.outbox_streams WHERE confirmed < head) AS unconfirmed,
       (SELECT count(*) FROM example.inbox) AS uncompacted,
       (SELECT count(*) FROM example.outbox_streams JOIN example.inbox_streams USING (type) WHERE through < head) AS unhandled,
       (SELECT count(*) FROM example.idempotency_keys WHERE tenant_id = $1 AND state = 'running') AS unanswered,
       (SELECT count(*) FROM jobs.job WHERE state <> 'completed') AS unfinished_jobs,
       (SELECT count(*) FROM jobs.held) AS held_jobs,
       (SELECT count(*) FROM example.dead_letters) AS dead_letters,
       (SELECT 1 - count(*) FROM example.inbox_streams) AS consumers_not_begun`,
    [tenant],
  );
  const left = Object.entries(rows[0] ?? {}).filter(([, count]) => Number(count) > 0);
  return left.map(([what, count]) => `${what} ${count}`).join(', ');
}

/** What a run leaves after each step. Finishing is a change too: its event is that the job's effect happened. */
const wanted = {
  write: { notes: 1, changed: 0, finished: 0, events: 1, handled: 1, answers: 1 },
  change: { notes: 1, changed: 1, finished: 0, events: 2, handled: 2, answers: 1 },
  finish: { notes: 1, changed: 1, finished: 1, events: 3, handled: 3, answers: 2 },
};

export interface Tally {
  readonly lost: number;
  readonly twice: number;
}

export async function tally({ owner }: Lane, tenant: string, after: Step): Promise<Tally> {
  const { rows } = await owner.query<Record<string, string>>(
    `SELECT count(*) AS notes, count(*) FILTER (WHERE title = 'changed') AS changed,
       count(*) FILTER (WHERE status = 'done') AS finished, coalesce(sum(changes), 0) AS handled,
       (SELECT count(*) FROM example.outbox WHERE tenant_id = $1 AND type = 'internal.note_changed') AS events,
       (SELECT count(*) FROM example.idempotency_keys WHERE tenant_id = $1 AND state = 'done') AS answers
     FROM example.notes WHERE tenant_id = $1`,
    [tenant],
  );
  const over = Object.entries(wanted[after]).map(([what, count]) => Number(rows[0]?.[what] ?? 0) - count);
  return {
    lost: over.reduce((sum, more) => sum + Math.max(0, -more), 0),
    twice: over.reduce((sum, more) => sum + Math.max(0, more), 0),
  };
}
