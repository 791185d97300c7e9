import { errorCatalogue } from '@wheelhouse/contracts';
import { faultyAnswers, type Told } from './faulty-answers.ts';
import type { SeenRequest } from './faulty-module.ts';
import { type RawOutcome, rawCall } from './raw-call.ts';
import type { RawAnswer } from './raw-socket.ts';

export interface Waits {
  readonly firstByteMs: number;
  readonly idleMs: number;
}

export interface FaultyCall extends Waits {
  readonly port: number;
  readonly token: string;
  readonly fault: string;
  readonly method: 'GET' | 'POST';
  readonly id: string;
}

/** How much later than its time an answer may come. */
const graceMs = 1_000;

/** What is wrong with what came back; and apart, since a busy machine may be the cause, that it came late. */
export interface Wrong {
  readonly wrong: readonly string[];
  readonly late: readonly string[];
}

/** Calls a faulty route through the gateway. */
export async function faultyCall(call: FaultyCall): Promise<Wrong> {
  const { port, token, fault, method, id, firstByteMs, idleMs } = call;
  const { told } = faultyAnswers[fault] ?? { told: { whole: '' } };
  const outcome = await rawCall({
    port,
    method,
    path: `/api/faulty/api/v1/faults/${fault}`,
    token,
    id,
    limitMs: firstByteMs + idleMs + 5_000,
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  const { early, late } = timeOf(outcome, told, call);
  const named = (what: string) => `${method} ${fault}: ${what}`;
  return { wrong: [...wrongIn(outcome, told, id), ...early].map(named), late: late.map(named) };
}

function wrongIn({ answer, received, abandoned }: RawOutcome, told: Told, id: string): readonly string[] {
  if (abandoned) return ['neither answered nor hung up on'];
  if ('cut' in told) {
    if (answer !== undefined) return [`looks whole: ${shown(received)}`];
    return received.startsWith('HTTP/1.1 200 ') ? [] : [`was not begun: ${shown(received)}`];
  }
  if (answer === undefined) return [`no whole answer: ${shown(received)}`];
  if ('whole' in told) return String(answer.body) === told.whole ? [] : [`answered ${shown(received)}`];
  return notAsSpecified(answer, told.code, id);
}

/** The specified body, and the headers that every answer has. */
export function notAsSpecified(answer: RawAnswer, code: keyof typeof errorCatalogue, id: string): readonly string[] {
  const { status } = errorCatalogue[code];
  const error = errorIn(String(answer.body));
  const claims = {
    [`status ${answer.status}`]: answer.status === status,
    [`code ${String(error['code'])}`]: error['code'] === code,
    'another request id': error['request_id'] === id && answer.headers.get('x-request-id') === id,
    'no message': typeof error['message'] === 'string' && error['message'] !== '',
    'no rate headers': ['limit', 'remaining', 'reset'].every((name) => answer.headers.has(`x-ratelimit-${name}`)),
    'no Retry-After': status !== 503 || answer.headers.has('retry-after'),
  };
  return Object.entries(claims).flatMap(([wrong, holds]) => (holds ? [] : [wrong]));
}

/** Nothing, if it is no error of ours. */
function errorIn(body: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(body) as { readonly error?: Readonly<Record<string, unknown>> }).error ?? {};
  } catch {
    return {};
  }
}

function timeOf({ tookMs, awakeMs }: RawOutcome, told: Told, { firstByteMs, idleMs }: Waits) {
  const idle = ('after' in told && told.after === 'idle') || ('cut' in told && told.cut === 'idle');
  const first = 'after' in told && told.after === 'first byte';
  const due = idle ? idleMs : first ? firstByteMs : 0;
  const latest = (due === 0 ? firstByteMs : due) + graceMs;
  return {
    // undici's clock has a grain of half a second.
    early: tookMs < due - 500 ? [`gave up after ${Math.round(tookMs)} ms`] : [],
    late: awakeMs > latest ? [`took ${Math.round(awakeMs)} ms`] : [],
  };
}

/** A POST is sent once, a GET once more if its connection broke, and then just as before. */
export function wronglySent(seen: readonly SeenRequest[], { fault, method, id }: FaultyCall): readonly string[] {
  const heads = seen.filter((request) => request.id === id).map(({ head }) => head);
  const expected = method === 'GET' && faultyAnswers[fault]?.repeated === true ? 2 : 1;
  const wrong = heads.length === expected ? [] : [`sent ${heads.length} times`];
  return [...wrong, ...(new Set(heads).size > 1 ? ['sent again as another request'] : [])].map(
    (text) => `${method} ${fault}: ${text}`,
  );
}

const shown = (received: string) => JSON.stringify(received.slice(0, 300));
