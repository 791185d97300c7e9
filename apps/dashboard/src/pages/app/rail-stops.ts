import type { Deployment } from '../../api/apps.ts';
import { isRunning, runningPhases } from '../../design/app-words.ts';

type Phase = Deployment['phase'];

/** A phase on the way to Live, and how the deployment stands to it. */
export interface Stop {
  readonly phase: Phase;
  readonly is: 'done' | 'now' | 'later' | 'ended here' | 'never';
  readonly startedAt: number | undefined;
  /** Milliseconds it took; undefined while it lasts, and where it never was. */
  readonly took: number | undefined;
}

type Of = Pick<Deployment, 'phase' | 'phases' | 'finished_at'>;

/** The rail: every phase before it is Live, and how far it came. */
export function stopsOf({ phase, phases, finished_at }: Of): readonly Stop[] {
  const reached = runningPhases.findLastIndex((one) => phases.some((time) => time.phase === one));
  const isOver = !isRunning(phase);
  const stops = runningPhases.map((one, index): Stop => {
    const times = phases.filter((time) => time.phase === one);
    const [first] = times;
    const startedAt = first === undefined ? undefined : Date.parse(first.started_at);
    const ends = times.map(({ ended_at }) => ended_at ?? finished_at);
    const took = ends.some((end) => end === null)
      ? undefined
      : times.reduce((sum, { started_at }, at) => sum + Date.parse(ends[at] ?? started_at) - Date.parse(started_at), 0);
    const isLast = index === reached && phase !== 'Live';
    const is = index > reached ? (isOver ? 'never' : 'later') : isLast ? (isOver ? 'ended here' : 'now') : 'done';
    return { phase: one, is: phase === 'Live' ? 'done' : is, startedAt, took: times.length === 0 ? undefined : took };
  });
  const live: Stop = {
    phase: 'Live',
    is: phase === 'Live' ? 'done' : isOver ? 'never' : 'later',
    startedAt: undefined,
    took: undefined,
  };
  return [...stops, live];
}
