import type { Client, StreamEvent } from '@wheelhouse/sdk';
import { Failure } from '../failure.ts';
import { type Invocation, textOption } from '../invocation.ts';
import { noticing } from '../noticing.ts';
import type { Output } from '../output/output.ts';
import { plain } from '../output/plain.ts';
import type { Style } from '../output/terminal.ts';
import { untilStopped } from '../until-stopped.ts';
import { type LogLine, logEvent } from './log-events.ts';

/** As the API takes it. */
export interface LogQuery {
  readonly follow: boolean;
  readonly since: number;
  readonly previous?: boolean;
  readonly pod?: string;
  readonly q?: string;
  readonly tail?: number;
}

/** Whose logs they are. */
export interface Logged {
  readonly title: string;
  readonly open: (query: LogQuery, signal: AbortSignal) => AsyncIterable<StreamEvent>;
}

const spans: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const longestSeconds = 86_400;
const mostLines = 5_000;

/** Lines to stdout; which pods come and go, and what was left out, to stderr. */
export async function followLogs(invocation: Invocation, find: (client: Client) => Promise<Logged>): Promise<void> {
  const { options, out } = invocation;
  const query = queryOf(invocation);
  const { title, open } = await find(await invocation.connect({ fetch: noticing(out) }));
  const write = writing(out, query.pod === undefined);
  let ended: string | undefined;
  await untilStopped(async (signal) => {
    const isFollowing = query.follow && options['previous'] !== true;
    for await (const { event, data } of open(query, signal)) {
      const told = logEvent(event, data);
      if (told?.kind === 'lines') for (const line of told.lines) write(line);
      if (told?.kind === 'note') out.note(plain(told.text));
      if (told?.kind === 'pods' && told.pods.length === 0)
        out.note(plain(`${title} has no pods${isFollowing ? '; waiting for one' : ''}`));
      if (told?.kind === 'ended') {
        ended = told.reason;
        break;
      }
    }
  });
  if (ended !== undefined) tellEnd(out, ended);
}

/** All was sent, or there is nothing left to follow; only that the cluster is silent is a failure. */
function tellEnd(out: Output, reason: string): void {
  if (reason === 'cluster_silent')
    throw new Failure('error', 'the cluster did not respond for too long', 'wheelhouse clusters says how it is');
  if (reason !== 'complete') out.note(plain(`ended: ${reason.replaceAll('_', ' ')}`));
}

function queryOf(invocation: Invocation): LogQuery {
  const { options } = invocation;
  const [pod, q] = [textOption(invocation, 'pod'), textOption(invocation, 'grep')];
  const tail = textOption(invocation, 'tail');
  return {
    follow: options['follow'] !== false,
    since: secondsOf(textOption(invocation, 'since') ?? '10m'),
    ...(options['previous'] === true ? { previous: true } : {}),
    ...(pod === undefined ? {} : { pod }),
    ...(q === undefined ? {} : { q }),
    ...(tail === undefined ? {} : { tail: linesOf(tail) }),
  };
}

function secondsOf(given: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([smhd])$/.exec(given) ?? [];
  const seconds = Number(count) * (spans[unit] ?? 0);
  if (seconds >= 1 && seconds <= longestSeconds) return seconds;
  throw new Failure('usage', `--since must be an age of up to a day (30s, 10m, 2h), not ${given}`);
}

function linesOf(given: string): number {
  const count = /^\d{1,4}$/.test(given) ? Number(given) : -1;
  if (count >= 0 && count <= mostLines) return count;
  throw new Failure('usage', `--tail must be a number up to ${mostLines}, not ${given}`);
}

const colours: readonly Style[] = ['cyan', 'green', 'magenta', 'yellow', 'blue'];

/** Each pod in a colour of its own, where colours are; alone, a pod need not be named. */
function writing(out: Output, namesPods: boolean): (line: LogLine) => void {
  if (out.isJson) return out.jsonLine;
  const given = new Map<string, Style>();
  const colourOf = (pod: string) => {
    const known = given.get(pod) ?? colours[given.size % colours.length] ?? 'dim';
    given.set(pod, known);
    return known;
  };
  return ({ pod, text }) =>
    out.line(namesPods ? `${out.paint(colourOf(pod), plain(pod))}  ${plain(text)}` : plain(text));
}
