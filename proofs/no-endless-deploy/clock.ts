import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '@wheelhouse/testkit';
import type { Case } from './cases.ts';
import type { Place, Stage } from './stage.ts';

/** How a deployment, or a deletion, ended. */
export interface Ended {
  /** Its phase; of a deletion `gone` or `delete_failed`. */
  readonly how: string;
  readonly reason: string;
  readonly message: string;
  /** In which it was before. */
  readonly phase: string;
  /** After the deadline of any phase that it was in; not above 0 where none was passed. */
  readonly lateMs: number;
  /** Before the deadline of the last. */
  readonly isEarly: boolean;
}

type Ask = Place['ask'];
type Ends = Pick<Case, 'ends' | 'sees'>;

const minute = 60_000;
/** As docs/guides/apps.md says. */
const deadlines: Readonly<Record<string, number>> = {
  Queued: 5 * minute,
  Syncing: 2 * minute,
  RollingOut: 10 * minute,
  Verifying: 2 * minute,
  Deleting: 10 * minute,
};
const running: ReadonlySet<string> = new Set(['Queued', 'Syncing', 'RollingOut', 'Verifying']);
const lookEveryMs = 100;
/** What the cluster takes to do its part, by the clock on the wall. */
const clusterMs = 150_000;
/** The clock stands so shortly before the deadline for so long: it must not end before. */
const shortlyMs = 1_000;
const stillMs = 2_500;
/** And then at the deadline: it must end without another second, however long a busy machine takes to look again. */
const soonMs = 90_000;

/** The clock is put ahead over the waiting; whatever the cluster does takes the time it takes. */
export async function deploymentToItsEnd(
  stage: Stage,
  ask: Ask,
  app: string,
  revision: number,
  { ends, sees }: Ends,
): Promise<Ended> {
  const read = async () => (await ask('GET', `${app}/deployments/${revision}`)).body;
  const isOver = ({ phase }: Answer['body']) => !running.has(phase);
  if (sees !== undefined) await passes(read, (body) => isOver(body) || sees.test(body.progress ?? ''), clusterMs);
  if (ends === 'at once') await passes(read, isOver, clusterMs);
  if (typeof ends === 'number') {
    // Once more, so that it has been seen since then.
    await wait(1_500);
    stage.advance(ends);
    await passes(read, isOver, soonMs);
  }
  if (ends === 'deadline') await overDeadlines(stage, read, isOver);
  return endedOf(await read());
}

async function overDeadlines(
  stage: Stage,
  read: () => Promise<Answer['body']>,
  isOver: (body: Answer['body']) => boolean,
): Promise<void> {
  for (let body = await read(); !isOver(body); ) {
    const { phase } = body;
    const moved = await overDeadline(
      stage,
      Date.parse(body.deadline_at),
      read,
      (now) => isOver(now) || now.phase !== phase,
    );
    if (!moved) return;
    body = await read();
  }
}

/** Whether it ended. */
async function overDeadline<T>(
  stage: Stage,
  deadline: number,
  read: () => Promise<T>,
  isOver: (now: T) => boolean,
): Promise<boolean> {
  if (stage.now().getTime() < deadline - shortlyMs) stage.standAt(deadline - shortlyMs);
  try {
    if (await passes(read, isOver, stillMs)) return true;
    stage.standAt(deadline);
    return await passes(read, isOver, soonMs);
  } finally {
    stage.runOn();
  }
}

async function passes<T>(read: () => Promise<T>, isSo: (now: T) => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!isSo(await read())) {
    if (performance.now() > end) return false;
    await wait(lookEveryMs);
  }
  return true;
}

interface PhaseTime {
  readonly phase: string;
  readonly started_at: string;
  readonly ended_at: string | null;
}

function endedOf({ phase: how, phases, reason, message }: Answer['body']): Ended {
  const times: readonly PhaseTime[] = phases.filter(({ phase }: PhaseTime) => running.has(phase));
  const last = times.at(-1);
  const lates = times.map(({ phase, started_at, ended_at }) =>
    ended_at === null ? 0 : Date.parse(ended_at) - Date.parse(started_at) - (deadlines[phase] ?? 0),
  );
  return {
    how: running.has(how) ? 'endless' : how,
    reason: reason ?? 'none',
    message: message ?? '',
    phase: last?.phase ?? 'none',
    lateMs: Math.max(...lates),
    isEarly: (lates.at(-1) ?? 0) < 0,
  };
}

export async function deletionToItsEnd(stage: Stage, ask: Ask, id: string, { ends }: Ends): Promise<Ended> {
  const [row] = await stage.query<{ at: Date }>('SELECT state_deadline_at AS at FROM platform.apps WHERE id = $1', [
    id,
  ]);
  const deadline = row?.at.getTime() ?? 0;
  let endedAt = Number.NaN;
  const read = async () => {
    const { status, body } = await ask('GET', `/api/v1/apps/${id}`);
    return status === 404 ? { how: 'gone', message: '' } : { how: body.state, message: body.state_message ?? '' };
  };
  const isOver = ({ how }: { readonly how: string }) => {
    if (how !== 'deleting' && Number.isNaN(endedAt)) endedAt = stage.now().getTime();
    return how !== 'deleting';
  };
  // What is told to go is gone by then, if nothing holds it.
  await passes(read, isOver, ends === 'deadline' ? 4_000 : clusterMs);
  if (ends === 'deadline') await overDeadline(stage, deadline, read, isOver);
  const { how, message } = await read();
  const isEnded = how !== 'deleting';
  return {
    how: isEnded ? how : 'endless',
    reason: isEnded ? how : 'none',
    message,
    phase: 'Deleting',
    lateMs: isEnded ? endedAt - deadline : 0,
    isEarly: endedAt < deadline,
  };
}
