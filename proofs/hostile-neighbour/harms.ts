import { Readable } from 'node:stream';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type Handler, json } from '../../packages/kubernetes/test/raw-server.ts';

/** What a "cluster" can do to those who watch it. Each answers as much as is read, and never comes to an end by itself. */
export const harms = {
  /** Who the server is, without end. */
  'endless version': answering({ version: forever('{"gitVersion":"v1.34.0","more":"', 'x'.repeat(kibibytes(64))) }),
  /** As many values in as few bytes as there can be. */
  'empty objects': answering({ list: ({ next }) => page(next, repeated('{},', kibibytes(16 * 1024) / 3)) }),
  /** Pages that are as usual, and always one more of them. */
  'endless pages': answering({ list: ({ next, kind }) => page(next, usualObjects(kind, next)) }),
  /** Pages as large as they may be. */
  'large objects': answering({ list: ({ next }) => page(next, largeObjects(next, 10)) }),
  /** An empty list, and changes as fast as they are read. */
  'flood of changes': answering({ watch: () => changes() }),
  /** One that takes as long as it can for whatever it is asked. */
  'slow list': answering({ list: () => slowly() }),
} as const satisfies Readonly<Record<string, Handler>>;
export type Harm = keyof typeof harms;

interface Asked {
  /** `pods`, `nodes`, … */
  readonly kind: string;
  /** Which page it is. */
  readonly next: number;
}

interface Harmful {
  readonly version?: () => Iterable<string>;
  readonly list?: (asked: Asked) => Iterable<string> | AsyncIterable<string>;
  readonly watch?: () => Iterable<string> | AsyncIterable<string>;
}

/** For all that it does not say, as an API server without objects would. */
function answering({ version, list, watch }: Harmful): Handler {
  return (answer, request) => {
    const { pathname, searchParams } = new URL(request.url, 'https://fake');
    if (request.method === 'POST') return json(201, { status: { allowed: true } })(answer, request);
    if (pathname === '/version')
      return version === undefined ? json(200, { gitVersion: 'v1.34.0' })(answer, request) : stream(answer, version());
    if (searchParams.get('watch') === 'true')
      return watch === undefined ? quiet(answer, request) : stream(answer, watch());
    if (list === undefined) return json(200, { metadata: { resourceVersion: '1' }, items: [] })(answer, request);
    const asked = { kind: pathname.split('/').at(-1) ?? '', next: Number(searchParams.get('continue') ?? 0) };
    return stream(answer, list(asked));
  };
}

function stream(answer: Http2ServerResponse, text: Iterable<string> | AsyncIterable<string>): void {
  answer.writeHead(200, { 'content-type': 'application/json' });
  const source = Readable.from(text, { objectMode: false });
  // Whoever has read enough hangs up.
  answer.on('error', () => source.destroy()).on('close', () => source.destroy());
  source.on('error', () => undefined).pipe(answer);
}

function quiet(answer: Http2ServerResponse, _: Http2ServerRequest): void {
  answer.writeHead(200, { 'content-type': 'application/json' });
}

function kibibytes(count: number): number {
  return count * 1024;
}

function forever(first: string, then: string): () => Iterable<string> {
  return function* () {
    yield first;
    for (;;) yield then;
  };
}

const partLength = kibibytes(64);

function* repeated(text: string, times: number): Iterable<string> {
  const perPart = Math.floor(partLength / text.length);
  const part = text.repeat(perPart);
  for (let told = 0; told < times; told += perPart) yield part;
  yield text.slice(0, -1);
}

/** One page of a list that has one more. */
function* page(next: number, items: Iterable<string>): Iterable<string> {
  yield `{"metadata":{"resourceVersion":"1","continue":"${next + 1}"},"items":[`;
  yield* items;
  yield ']}';
}

function* usualObjects(kind: string, next: number): Iterable<string> {
  yield Array.from({ length: 500 }, (_, index) =>
    JSON.stringify({
      metadata: {
        name: `${kind}-${next}-${index}-${'n'.repeat(200)}`,
        namespace: `space-${next}`,
        uid: `${kind}-${next}-${index}`,
        resourceVersion: String(index + 1),
        ownerReferences: [{ kind: 'ReplicaSet', name: `owner-${next}-${index}`, controller: true }],
      },
      spec: { nodeName: `node-${next}-${index}`, containers: [] },
      status: { phase: 'Running' },
    }),
  ).join(',');
}

const filling = 'x'.repeat(kibibytes(16));

function* largeObjects(next: number, count: number): Iterable<string> {
  for (let index = 0; index < count; index += 1) {
    yield `${index === 0 ? '' : ','}{"metadata":{"name":"large-${next}-${index}","resourceVersion":"1","annotations":{"a":"`;
    for (let told = 0; told < 1_400; told += 16) yield filling;
    yield '"}}}';
  }
}

/** Let go now and then: whatever else is asked here would have to wait for the end of it. */
async function* changes(): AsyncIterable<string> {
  for (let count = 1; ; count += 1) {
    yield `{"type":"ADDED","object":{"metadata":{"name":"change-${count % 1_000}","namespace":"flood","resourceVersion":"${count}","annotations":{"a":"`;
    yield filling;
    yield '"}}}}\n';
    if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function* slowly(): AsyncIterable<string> {
  yield '{"items":[';
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    yield ' ';
  }
}
