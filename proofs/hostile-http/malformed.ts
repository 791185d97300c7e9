import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { type Exchanged, type RawAnswer, sendRaw } from '../../services/gateway/test/raw-socket.ts';
import { chunkCases, encodingCases, lengthCases } from './framing-cases.ts';
import { headerCases, lineCases } from './head-cases.ts';
import { oddAnswers } from './odd-answers.ts';
import { connectionCases, houseCases } from './passing-cases.ts';
import { type RawCase, type Words, words } from './raw-case.ts';
import { someLoopback, type Stage } from './stage.ts';
import { targetCases } from './target-cases.ts';
import type { Seen } from './upstream.ts';

const rawCases: readonly RawCase[] = [
  ...lengthCases,
  ...encodingCases,
  ...chunkCases,
  ...lineCases,
  ...headerCases,
  ...connectionCases,
  ...houseCases,
  ...targetCases,
];

const atOnce = 12;
const patience = { gateway: 20_000, naive: 400 };

export interface MalformedTally {
  cases: number;
  /** Answered with 2xx, the honest ones that follow among them. */
  accepted: number;
  seen: number;
  /** Read in a second way: what was seen is not what was answered, or not what was sent. */
  readonly ambiguous: string[];
  /** What passed that must not, or not what must. */
  readonly leaked: string[];
  /** Answers that are not as specified, or not those that must be. */
  readonly wrong: string[];
  /** Closed without an answer. */
  readonly unanswered: string[];
}

/** Every case once, each on a connection of its own, with an honest request right behind it. */
export async function sendMalformed(
  stage: Stage,
  name: 'gateway' | 'naive',
  cases: readonly RawCase[] = rawCases,
): Promise<MalformedTally> {
  const tally: MalformedTally = {
    cases: 0,
    accepted: 0,
    seen: 0,
    ambiguous: [],
    leaked: [],
    wrong: [],
    unanswered: [],
  };
  const from = someLoopback();
  const { port } = stage[name];
  const patienceMs = patience[name];
  await inParallel([...cases.entries()], atOnce, async ([index, one]) => {
    const mark = `${name}-${index}`;
    const given = words(mark, stage.token, stage.session);
    const { heads = [], unfinished } = one;
    const usual = unfinished === true ? 200 : patienceMs;
    const exchanged = await sendRaw(one.bytes(given) + given.after, {
      port,
      from,
      heads,
      answers: one.answers.length,
      quietMs: usual,
    });
    const seen = stage.upstream.seen.filter(({ url }) => new RegExp(`case=${mark}(?!\\d)`).test(url));
    tally.cases += 1;
    tally.seen += seen.length;
    tally.accepted += exchanged.answers.filter(isAccepted).length;
    if (exchanged.answers.length === 0) tally.unanswered.push(one.name);
    for (const fault of ambiguities(one, given, exchanged, seen)) tally.ambiguous.push(`${one.name}: ${fault}`);
    for (const fault of leaks(one, given, seen)) tally.leaked.push(`${one.name}: ${fault}`);
    for (const fault of wrongs(one, exchanged)) tally.wrong.push(`${one.name}: ${fault}`);
  });
  return tally;
}

const isAccepted = ({ status }: RawAnswer) => status >= 200 && status < 300;

function ambiguities(one: RawCase, given: Words, { answers }: Exchanged, seen: readonly Seen[]): readonly string[] {
  const faults: string[] = [];
  const accepted = answers.filter(isAccepted);
  if (accepted.length !== seen.length) faults.push(`${accepted.length} accepted, ${seen.length} seen`);
  const told = accepted.map(({ body }) => urlOf(body)).filter((url) => url !== undefined);
  if (told.some((url) => !seen.some((request) => request.url === url))) faults.push('answered with what was not seen');
  if (seen.some(({ url }) => url.includes('-smuggled'))) faults.push('what was smuggled was seen');
  const first = itself(given, seen);
  if (first === undefined) return faults;
  const body = typeof one.body === 'function' ? one.body(given) : (one.body ?? '');
  if (first.body.toString('latin1') !== body)
    faults.push(`another body was seen: ${first.body.toString('latin1', 0, 80)}`);
  return faults;
}

function leaks(one: RawCase, given: Words, seen: readonly Seen[]): readonly string[] {
  const faults: string[] = [];
  const first = itself(given, seen);
  if (first === undefined) return faults;
  const headers = first.headers.flatMap((text, index) => (index % 2 === 0 ? [[text, first.headers[index + 1]]] : []));
  for (const hidden of one.hidden ?? [])
    if (headers.some(([name, value]) => name === hidden || `${name}: ${value}` === hidden))
      faults.push(`${hidden} was seen`);
  for (const [name, value] of Object.entries(one.shown ?? {})) {
    const values = headers.filter(([seenName]) => seenName === name).map(([, seenValue]) => seenValue);
    if (values.length !== 1 || (value !== undefined && values[0] !== value))
      faults.push(`${name} was seen as ${values.join(' and ')}`);
  }
  // Whatever a caller shows, a module sees a token of the house, once.
  const tokens = headers.filter(([name]) => name === 'authorization');
  if (tokens.length !== 1 || tokens[0]?.[1]?.startsWith('Bearer ey') !== true) faults.push('the credential was seen');
  return faults;
}

/** The request of the case, not one sent with it. */
function itself({ path }: Words, seen: readonly Seen[]): Seen | undefined {
  return seen.find(({ url }) => new RegExp(`${path.slice(path.indexOf('case='))}(?!-)`).test(url));
}

function urlOf(body: Buffer): string | undefined {
  return body.length === 0 ? undefined : (JSON.parse(body.toString()) as { url?: string }).url;
}

function wrongs(one: RawCase, { answers, rest }: Exchanged): readonly string[] {
  const statuses = answers.map(({ status }) => status).filter((status) => status >= 200);
  const faults = answers.flatMap((answer) => whyUnspecified(answer));
  if (statuses.join() !== one.answers.join())
    faults.push(`answered ${statuses.join(' ')}, not ${one.answers.join(' ')}`);
  if (rest.length > 0) faults.push(`and then ${JSON.stringify(rest.toString('latin1', 0, 60))}`);
  return faults;
}

/** Every answer has its id and its budget, and one that is no success the specified body. */
function whyUnspecified({ status, headers, body }: RawAnswer): string[] {
  if (status < 200) return [];
  const faults = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    .filter((name) => !/^[\w.-]+$/.test(headers.get(name) ?? ''))
    .map((name) => `${status} says ${headers.get(name) ?? 'nothing'} for ${name}`);
  if (status < 300) return faults;
  try {
    const { error } = JSON.parse(body.toString()) as { error: Readonly<Record<string, unknown>> };
    const { code, message, request_id } = error;
    if (typeof code !== 'string' || typeof message !== 'string' || request_id !== headers.get('x-request-id'))
      faults.push(`${status} with another body: ${body.toString()}`);
  } catch {
    faults.push(`${status} with no JSON body: ${body.toString()}`);
  }
  return faults;
}

/** What a module answers oddly, as the caller hears it; behind each an honest request over the same connections. */
export async function hearOddAnswers({ gateway, odd: module, token, session }: Stage): Promise<readonly string[]> {
  const faults: string[] = [];
  const options = { port: gateway.port, from: someLoopback(), answers: 1 };
  const { known } = words('', token, session);
  const ask = (name: string) => sendRaw(`GET /api/odd/api/v1/answers/${name} HTTP/1.1\r\n${known}\r\n`, options);
  for (const [name, odd] of Object.entries(oddAnswers)) {
    const { answers, rest } = await ask(name);
    const [answer] = answers;
    const fault = (text: string) => faults.push(`${name}: ${text}`);
    if (odd.status === 'cut') {
      if (answer !== undefined || rest.length === 0) fault(`a whole answer, ${answer?.status}, for half of one`);
    } else if (answers.length !== 1 || answer?.status !== odd.status || rest.length > 0)
      fault(`answered ${answers.map(({ status }) => status).join(' ')} and ${rest.length} bytes, not ${odd.status}`);
    if (answer !== undefined) for (const text of whyUnspecified(answer)) fault(text);
    for (const hidden of odd.hidden ?? [])
      if ([...(answer?.headers ?? [])].some(([header, value]) => header === hidden || `${header}: ${value}` === hidden))
        fault(`the caller was told ${hidden}`);
    const { answers: honest } = await ask(`after-${name}`);
    if (honest.length !== 1 || honest[0]?.status !== 200 || urlOf(honest[0].body)?.endsWith(`/after-${name}`) !== true)
      fault('the next request was answered with something else');
    if (!module.asked.has(name)) fault('the module was never asked');
  }
  return faults;
}
