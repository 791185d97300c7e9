import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import type { Style } from '../../output/terminal.ts';
import { untilStopped } from '../../until-stopped.ts';
import { appPath, apps, titleOf } from './app.ts';
import { countOf } from './app-options.ts';
import { type LogLine, logEvent } from './log-events.ts';

const spans: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const longestSeconds = 86_400;

/** Lines to stdout; which pods come and go, and what was left out, to stderr. */
export const run: Run = async (invocation) => {
  const { args, options, out } = invocation;
  const query = queryOf(invocation);
  const client = await invocation.connect({ fetch: noticing(out) });
  const app = await apps.find(client, args);
  const write = writing(out, query.pod === undefined);
  let ended: string | undefined;
  await untilStopped(async (signal) => {
    const isFollowing = query.follow && options['previous'] !== true;
    for await (const { event, data } of client.stream(`${appPath}/logs`, { params: { id: app.id }, query, signal })) {
      const told = logEvent(event, data);
      if (told?.kind === 'lines') for (const line of told.lines) write(line);
      if (told?.kind === 'note') out.note(plain(told.text));
      if (told?.kind === 'pods' && told.pods.length === 0)
        out.note(plain(`${titleOf(app)} has no pods${isFollowing ? '; waiting for one' : ''}`));
      if (told?.kind === 'ended') {
        ended = told.reason;
        break;
      }
    }
  });
  if (ended !== undefined) tellEnd(out, ended);
};

/** All was sent, or there is nothing left to follow; only that the cluster is silent is a failure. */
function tellEnd(out: Output, reason: string): void {
  if (reason === 'cluster_silent')
    throw new Failure('error', 'the cluster did not respond for too long', 'wheelhouse clusters says how it is');
  if (reason !== 'complete') out.note(plain(`ended: ${reason.replaceAll('_', ' ')}`));
}

function queryOf(invocation: Invocation) {
  const { options } = invocation;
  const [pod, q] = [textOption(invocation, 'pod'), textOption(invocation, 'grep')];
  const tail = textOption(invocation, 'tail');
  return {
    follow: options['follow'] !== false,
    since: secondsOf(textOption(invocation, 'since') ?? '10m'),
    ...(options['previous'] === true ? { previous: true } : {}),
    ...(pod === undefined ? {} : { pod }),
    ...(q === undefined ? {} : { q }),
    ...(tail === undefined ? {} : { tail: countOf('--tail', tail, 5_000) }),
  };
}

function secondsOf(given: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([smhd])$/.exec(given) ?? [];
  const seconds = Number(count) * (spans[unit] ?? 0);
  if (seconds >= 1 && seconds <= longestSeconds) return seconds;
  throw new Failure('usage', `--since must be an age of up to a day (30s, 10m, 2h), not ${given}`);
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
