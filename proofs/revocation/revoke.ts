import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { causes, type Doomed, type Scene } from './causes.ts';
import { changeNote, readNote, streamOf } from './gateway-call.ts';
import { cutAfter, openStream } from './open-stream.ts';
import { giveUpMs, type LetThrough, letThrough, statusOf } from './refusal.ts';

export const barMs = 1_000;
/** On no machine is it the machine's doing. */
const neverMs = 5 * barMs;
const atOnce = 3;

/** Milliseconds after the revoking call's answer to the last answer that was no refusal, or to the end of a stream. */
export interface Tally {
  readonly modules: number[];
  readonly gateways: number[];
  readonly streams: number[];
  readonly faults: string[];
  /** Let in or going on after the bar. */
  readonly late: string[];
  /** Answered after the bar, but sent before it: whether it was let in before or after cannot be told. */
  readonly unclear: string[];
  /** Let through by the process that follows nothing when all others had refused: requests, and streams that went on. */
  readonly control: { requests: number; streams: number };
}

export const emptyTally = (): Tally => ({
  modules: [],
  gateways: [],
  streams: [],
  faults: [],
  late: [],
  unclear: [],
  control: { requests: 0, streams: 0 },
});

/** As many revocations as asked for, the causes in turn, each until every process refuses what was revoked. */
export async function revokeAll(scene: Scene, count: number, tally: Tally): Promise<void> {
  const names = Object.keys(causes);
  await inParallel([...Array(count).keys()], atOnce, async (turn) => {
    const name = names[turn % names.length] ?? '';
    const doomed = await causes[name]?.(scene);
    if (doomed === undefined) return;
    await revokeOne(scene, doomed, tally).catch((error: unknown) => {
      tally.faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
  });
}

async function revokeOne(scene: Scene, doomed: Doomed, tally: Tally): Promise<void> {
  const { gateways, followers, deaf } = scene;
  const { token, shown, end, refusal } = doomed;
  const ask = refusal === 401 ? readNote : changeNote;
  const note = await scene.note(token);
  const before = await Promise.all([
    ...[...followers, deaf].map((base) => statusOf(base, token)),
    ...gateways.map((gateway) => ask(gateway, shown, note)),
  ]);
  if (before.some((status) => status !== 200)) throw new Error(`it was not good before: ${before.join(' ')}`);
  const streams = await Promise.all(gateways.map((gateway) => openStream(gateway + streamOf(note), shown)));
  // With the access token itself, past the gateways.
  const control = await openStream(`${deaf}/api/v1/notes/${note}/stream`, { authorization: `Bearer ${token}` });
  try {
    const { status } = await end();
    const since = performance.now();
    if (status >= 300) throw new Error(`the revoking call answered ${status}`);
    const [modules, doors, cuts] = await Promise.all([
      Promise.all(followers.map((base) => letThrough(() => statusOf(base, token), 401, since))),
      Promise.all(gateways.map((gateway) => letThrough(() => ask(gateway, shown, note), refusal, since))),
      Promise.all(streams.map((stream) => cutAfter(stream, since, giveUpMs))),
    ]);
    const answered = (requests: readonly LetThrough[]) => requests.map((request) => request.answered);
    tally.modules.push(...answered(modules));
    tally.gateways.push(...answered(doors));
    tally.streams.push(...cuts);
    const figures = `modules refused after ${told(answered(modules))}, gateways after ${told(answered(doors))}, streams cut after ${told(cuts)}`;
    const requests = [...modules, ...doors];
    const latest = Math.max(...cuts, ...requests.map(({ sent }) => sent));
    if (latest > neverMs) throw new Error(figures);
    if (latest > barMs) tally.late.push(figures);
    else if (Math.max(...answered(requests)) > barMs) tally.unclear.push(figures);
    if (refusal === 403) {
      const left = await Promise.all(gateways.map((gateway) => readNote(gateway, shown, note)));
      if (left.some((answer) => answer !== 200)) throw new Error(`what was left was refused too: ${left.join(' ')}`);
    }
    if ((await statusOf(deaf, token)) === 200) tally.control.requests += 1;
    if (control.endedAt() === undefined) tally.control.streams += 1;
  } finally {
    for (const stream of [...streams, control]) stream.close();
  }
}

const told = (delays: readonly number[]): string => `${delays.map((delay) => delay.toFixed(0)).join(', ')} ms`;
