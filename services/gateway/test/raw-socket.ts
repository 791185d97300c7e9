import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** An answer as it stands on the wire. */
export interface RawAnswer {
  readonly status: number;
  /** By name in small letters; what came twice is told apart by a line break. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export interface Exchanged {
  readonly answers: readonly RawAnswer[];
  /** Bytes that are no whole answer: one that was cut, or something else. */
  readonly rest: Buffer;
}

export interface RawOptions {
  readonly port: number;
  /** One of 127.0.0.0/8: whoever has no credential is counted by address. */
  readonly from: string;
  /** With so many final answers the far side is given a moment more, and then our half is closed. */
  readonly answers: number;
  /** Answers to HEAD, by their place: they say a length and have no body. */
  readonly heads?: readonly number[];
  /** How long it may be quiet before; short for those who are answered only once our half is closed. */
  readonly quietMs?: number;
}

const limitMs = 30_000;
const momentMs = 40;

/** Sends bytes as they are, closes our half once all has been quiet, and answers with all that came back. */
export async function sendRaw(bytes: Buffer | string, options: RawOptions): Promise<Exchanged> {
  const { port, from, answers, heads = [], quietMs = 4_000 } = options;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  const chunks: Buffer[] = [];
  let heard = performance.now();
  let closed = false;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    heard = performance.now();
  });
  // What it has said before it hung up is what counts.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    closed = true;
  });
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const began = performance.now();
  const read = () => readAnswers(Buffer.concat(chunks), heads);
  let ended = false;
  while (!closed && performance.now() - began < limitMs) {
    const quiet = performance.now() - heard;
    if (!ended && quiet > (final(read().answers) >= answers ? momentMs : quietMs)) {
      ended = true;
      socket.end();
    }
    await wait(5);
  }
  socket.destroy();
  return read();
}

const final = (answers: readonly RawAnswer[]) => answers.filter(({ status }) => status >= 200).length;

export function readAnswers(bytes: Buffer, heads: readonly number[]): Exchanged {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const one = readAnswer(rest, heads.includes(final(answers)));
    if (one === undefined) return { answers, rest };
    answers.push(one.answer);
    rest = one.rest;
  }
}

function readAnswer(bytes: Buffer, isHead: boolean): { readonly answer: RawAnswer; readonly rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? [];
  if (status === undefined) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*)$/.exec(line) ?? [];
    const earlier = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), earlier === undefined ? value : `${earlier}\n${value}`);
  }
  const after = bytes.subarray(end + 4);
  const bodiless = isHead || Number(status) < 200 || Number(status) === 204 || Number(status) === 304;
  const framed = bodiless ? { body: Buffer.alloc(0), rest: after } : readBody(after, headers);
  return framed && { answer: { status: Number(status), headers, body: framed.body }, rest: framed.rest };
}

interface Framed {
  readonly body: Buffer;
  readonly rest: Buffer;
}

function readBody(bytes: Buffer, headers: ReadonlyMap<string, string>): Framed | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const length = Number(headers.get('content-length') ?? 0);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function readChunks(bytes: Buffer): Framed | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, line).toString(), 16);
    const end = line + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), rest: bytes.subarray(end + 2) };
    parts.push(bytes.subarray(line + 2, end));
    at = end + 2;
  }
}
