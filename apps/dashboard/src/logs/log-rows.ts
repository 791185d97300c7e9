import type { LogEvents, LogLine } from '../api/logs.ts';

/** One row of the log: a line, or something that happened to the stream of lines. */
export type LogRow = Added & { readonly key: number };

export interface Log {
  readonly rows: readonly LogRow[];
  readonly pods: LogEvents['snapshot']['pods'];
  /** Lines that were counted, not sent. */
  readonly dropped: number;
  /** Rows that had to make room for newer ones. */
  readonly forgotten: number;
  readonly next: number;
}

export const noLog: Log = { rows: [], pods: [], dropped: 0, forgotten: 0, next: 0 };

/** More than anybody scrolls back through; beyond it the oldest are forgotten. */
const most = 20_000;

type Told = { [Name in keyof LogEvents]: { readonly event: Name; readonly data: LogEvents[Name] } }[keyof LogEvents];

type Added =
  | ({ readonly kind: 'line' } & LogLine)
  | { readonly kind: 'joined' | 'left' | 'dropped' | 'ended'; readonly words: string };

/** The log with what was just told. */
export function logWith(log: Log, told: Told): Log {
  switch (told.event) {
    case 'snapshot':
      return { ...log, pods: told.data.pods };
    case 'lines':
      return add(
        log,
        told.data.lines.map((line) => ({ kind: 'line', ...line }) as const),
      );
    case 'pod_joined':
      return add(
        { ...log, pods: [...others(log, told.data.pod), { name: told.data.pod, revision: null, ready: false }] },
        [{ kind: 'joined', words: `Pod ${told.data.pod} joined` }],
      );
    case 'pod_left':
      return add({ ...log, pods: others(log, told.data.pod) }, [{ kind: 'left', words: leftWords(told.data) }]);
    case 'pod_silent':
      return add(log, [{ kind: 'left', words: `The log of pod ${told.data.pod} cannot be read right now` }]);
    case 'cluster_silent':
      return add(log, [{ kind: 'left', words: 'The cluster does not respond; it is tried again' }]);
    case 'dropped':
      return add({ ...log, dropped: log.dropped + told.data.count }, [
        { kind: 'dropped', words: `${told.data.count} lines were left out: more came than can be shown` },
      ]);
    case 'ended':
      return add(log, [{ kind: 'ended', words: `The log ends here: ${told.data.reason}` }]);
    default:
      return log;
  }
}

const others = ({ pods }: Log, gone: string) => pods.filter(({ name }) => name !== gone);

const leftWords = ({ pod, reason }: LogEvents['pod_left']): string =>
  reason === null ? `Pod ${pod} left` : `Pod ${pod} left: ${reason}`;

function add(log: Log, added: readonly Added[]): Log {
  const rows = [...log.rows, ...added.map((row, index) => ({ key: log.next + index, ...row }))];
  const over = Math.max(0, rows.length - most);
  return {
    ...log,
    rows: over === 0 ? rows : rows.slice(over),
    forgotten: log.forgotten + over,
    next: log.next + added.length,
  };
}

const events: ReadonlySet<string> = new Set([
  'snapshot',
  'lines',
  'pod_joined',
  'pod_left',
  'pod_silent',
  'cluster_silent',
  'dropped',
  'ended',
]);

/** An event of another name is of a newer server, and not for us. */
export function toldBy(event: string, data: unknown): Told | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's events are what its route says
  return events.has(event) ? ({ event, data } as Told) : undefined;
}
