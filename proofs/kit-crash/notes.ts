import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { exampleModule } from '@wheelhouse/example';
import { type Answer, call, caller } from '@wheelhouse/testkit';
import { type Lane, openLane } from '../crash/lane.ts';
import { atRest } from '../crash/runs.ts';
import type { Counts, Way } from '../crash/subject.ts';

/** A note of a tenant of its own, and what must be there of it at rest. */
export interface Note {
  readonly tenant: string;
  readonly client: Client;
  readonly url: string;
  readonly wanted: Readonly<Record<'notes' | 'changed' | 'finished' | 'events' | 'handled' | 'answers', number>>;
}

/** What a client does whose connection is lost before the answer has come. */
export type Client = 'repeats' | 'repeats with a new key' | 'gives up';

/** Longer than the lease of an Idempotency-Key: a life begins when the requests of the last one are certainly over. */
const betweenLivesMs = 61_000;
const notes = '/api/v1/notes';

export async function openNotes(program: string): Promise<Lane> {
  const lane = await openLane({ program, modules: [exampleModule], betweenLivesMs });
  await atRest(async () => {
    const { rows } = await lane.owner.query('SELECT FROM example.inbox_streams');
    return rows.length === 0 ? 'the consumer has not begun' : '';
  });
  return lane;
}

type NoteWay = Way<Lane, Note>;

/** A note that is not there is asked to be finished, and another is written. */
export function writing(client: Client, afterDeath?: NoteWay['afterDeath']): NoteWay {
  return {
    name: 'write',
    prepare: async () => ({
      tenant: randomUUID(),
      client,
      url: notes,
      wanted: { notes: 1, changed: 0, finished: 0, events: 1, handled: 1, answers: 1 },
    }),
    start: async (lane, note) => {
      await ask(lane, note, 'POST', `${notes}/${randomUUID()}/finish`, 404);
      await ask(lane, note, 'POST', notes, 201, { body: { title: 'written', body: '' } });
    },
    ...(afterDeath === undefined ? {} : { afterDeath }),
  };
}

const write = writing('repeats');

async function written(lane: Lane): Promise<Note> {
  const note = await write.prepare(lane);
  const answer = await ask(lane, note, 'POST', notes, 201, { body: { title: 'written', body: '' } });
  await atRest(() => underWay(lane, note));
  return { ...note, url: `${notes}/${answer?.body.id}` };
}

const change: NoteWay = {
  name: 'change',
  prepare: async (lane) => {
    const note = await written(lane);
    return { ...note, wanted: { ...note.wanted, changed: 1, events: 2, handled: 2 } };
  },
  start: async (lane, note) => {
    const etag = (await ask(lane, note, 'GET', note.url, 200))?.headers.get('etag') ?? '';
    await ask(lane, note, 'PATCH', note.url, 200, { body: { title: 'changed' }, headers: { 'if-match': etag } });
  },
};

/** Finishing is a change too: its event is that the job's effect happened. */
const finish: NoteWay = {
  name: 'finish',
  prepare: async (lane) => {
    const note = await written(lane);
    return { ...note, wanted: { ...note.wanted, finished: 1, events: 2, handled: 2, answers: 2 } };
  },
  start: (lane, note) => ask(lane, note, 'POST', `${note.url}/finish`, 202),
};

export const ways: readonly NoteWay[] = [write, change, finish];

interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(
  { environment, clock }: Lane,
  { tenant, client }: Note,
  method: string,
  url: string,
  status: number,
  { body, headers: given = {} }: Asked = {},
): Promise<Answer | undefined> {
  const who = await caller({ tenant }, clock);
  const keyed = () => ({ ...given, ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}) });
  for (let headers = keyed(); ; await wait(25)) {
    const address = `http://127.0.0.1:${environment['EXAMPLE_PORT']}`;
    const answer = await call(address, who, method, url, { body, headers }).catch(() => undefined);
    // Of a change that was made already, a repeat is told that it no longer applies.
    if (answer?.status === status || (method === 'PATCH' && answer?.status === 412)) return answer;
    if (answer !== undefined) throw new Error(`${method} was answered ${answer.status}`);
    if (client === 'gives up') return undefined;
    if (client === 'repeats with a new key') headers = keyed();
  }
}

export async function underWay({ owner }: Lane, { tenant, client }: Note): Promise<string> {
  const { rows } = await owner.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM example.outbox WHERE seq IS NULL) AS unnumbered,
       (SELECT count(*) FROM example.outbox_streams WHERE confirmed < head) AS unconfirmed,
       (SELECT count(*) FROM example.inbox) AS uncompacted,
       (SELECT count(*) FROM example.outbox_streams JOIN example.inbox_streams USING (type) WHERE through < head) AS unhandled,
       (SELECT count(*) FROM example.idempotency_keys WHERE tenant_id = $1 AND state = 'running' AND $2) AS unanswered,
       (SELECT count(*) FROM jobs.job WHERE state <> 'completed') AS unfinished_jobs,
       (SELECT count(*) FROM jobs.held) AS held_jobs,
       (SELECT count(*) FROM example.dead_letters) AS dead_letters`,
    [tenant, client === 'repeats'],
  );
  const left = Object.entries(rows[0] ?? {}).filter(([, count]) => Number(count) > 0);
  return left.map(([what, count]) => `${what} ${count}`).join(', ');
}

export async function countOf({ owner }: Lane, { tenant, wanted }: Note): Promise<Counts<'lost' | 'twice'>> {
  const { rows } = await owner.query<Record<string, string>>(
    `SELECT count(*) AS notes, count(*) FILTER (WHERE title = 'changed') AS changed,
       count(*) FILTER (WHERE status = 'done') AS finished, coalesce(sum(changes), 0) AS handled,
       (SELECT count(*) FROM example.outbox WHERE tenant_id = $1 AND type = 'internal.note_changed') AS events,
       (SELECT count(*) FROM example.idempotency_keys WHERE tenant_id = $1 AND state = 'done') AS answers
     FROM example.notes WHERE tenant_id = $1`,
    [tenant],
  );
  const over = Object.entries(wanted).map(([what, times]) => Number(rows[0]?.[what] ?? 0) - times);
  return {
    lost: over.reduce((sum, more) => sum + Math.max(0, -more), 0),
    twice: over.reduce((sum, more) => sum + Math.max(0, more), 0),
  };
}
