import { eventually } from '@wheelhouse/testkit';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { causes, type Doomed, type Scene } from './causes.ts';
import { changeNote, readNote, streamOf } from './gateway-call.ts';
import { cutAfter, openStream } from './open-stream.ts';
import { giveUpMs, letThroughFor, statusOf } from './refusal.ts';

const atOnce = 3;

/** Milliseconds after the revoking call's answer to the last request that was not refused, or to the end of a stream. */
export interface Tally {
  readonly modules: number[];
  readonly gateways: number[];
  /** Of streams open at a module's own process, past the gateways. */
  readonly moduleStreams: number[];
  readonly gatewayStreams: number[];
  readonly faults: string[];
  /** Let through by the process that follows nothing when all others had refused: requests, and streams that went on. */
  readonly control: { requests: number; streams: number };
}

export const emptyTally = (): Tally => ({
  modules: [],
  gateways: [],
  moduleStreams: [],
  gatewayStreams: [],
  faults: [],
  control: { requests: 0, streams: 0 },
});

/** As many revocations as asked for, the causes in turn, each until every process refuses what was revoked. */
export async function revokeAll(scene: Scene, count: number, tally: Tally): Promise<void> {
  const names = Object.keys(causes);
  await inParallel([...Array(count).keys()], atOnce, async (turn) => {
    // What is never refused takes its time to say so: once is enough.
    if (tally.faults.length > 0) return;
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
  await allGood('it was not good before', () => [
    ...[...followers, deaf].map((base) => statusOf(base, token)),
    ...gateways.map((gateway) => ask(gateway, shown, note)),
  ]);
  // With the access token itself, past the gateways.
  const openAt = (base: string) =>
    openStream(`${base}/api/v1/notes/${note}/stream`, { authorization: `Bearer ${token}` });
  const [atModules, atGateways, control] = await Promise.all([
    Promise.all(followers.map(openAt)),
    Promise.all(gateways.map((gateway) => openStream(gateway + streamOf(note), shown))),
    openAt(deaf),
  ]);
  try {
    const { status } = await end();
    const since = performance.now();
    if (status >= 300) throw new Error(`the revoking call answered ${status}`);
    const [modules, doors, moduleCuts, gatewayCuts] = await Promise.all([
      Promise.all(followers.map((base) => letThroughFor(() => statusOf(base, token), 401, since))),
      Promise.all(gateways.map((gateway) => letThroughFor(() => ask(gateway, shown, note), refusal, since))),
      Promise.all(atModules.map((stream) => cutAfter(stream, since, giveUpMs))),
      Promise.all(atGateways.map((stream) => cutAfter(stream, since, giveUpMs))),
    ]);
    tally.modules.push(...modules);
    tally.gateways.push(...doors);
    tally.moduleStreams.push(...moduleCuts);
    tally.gatewayStreams.push(...gatewayCuts);
    if ([...modules, ...doors, ...moduleCuts, ...gatewayCuts].includes(Infinity))
      throw new Error(
        `modules refused after ${told(modules)}, gateways after ${told(doors)}, streams at modules cut after ${told(moduleCuts)}, through gateways after ${told(gatewayCuts)}`,
      );
    if (refusal === 403)
      await allGood('what was left was refused too', () => gateways.map((gateway) => readNote(gateway, shown, note)));
    if ((await statusOf(deaf, token)) === 200) tally.control.requests += 1;
    if (control.endedAt() === undefined) tally.control.streams += 1;
  } finally {
    for (const stream of [...atModules, ...atGateways, control]) stream.close();
  }
}

/** Asked again where it cannot be told yet (503): on a busy machine auth may not be heard of for a while. */
async function allGood(otherwise: string, ask: () => readonly Promise<number>[]): Promise<void> {
  const statuses = await eventually(async () => {
    const answered = await Promise.all(ask());
    if (answered.includes(503)) throw new Error(`${otherwise}: ${answered.join(' ')}`);
    return answered;
  });
  if (statuses.some((status) => status !== 200)) throw new Error(`${otherwise}: ${statuses.join(' ')}`);
}

const told = (delays: readonly number[]): string => `${delays.map((delay) => delay.toFixed(0)).join(', ')} ms`;
