import { connect } from 'node:net';
import { awakeClock } from '@wheelhouse/testkit';
import { type RawAnswer, readAnswers } from './raw-socket.ts';

/** What came back on a connection of its own, until the far side hung up. */
export interface RawOutcome {
  /** The answer, if it is whole and nothing else came. */
  readonly answer: RawAnswer | undefined;
  readonly received: string;
  readonly tookMs: number;
  /** Of that, the time in which this process, and with it a gateway in it, was let run. */
  readonly awakeMs: number;
  /** We hung up: the far side said or did nothing more for so long, or we left. */
  readonly abandoned: boolean;
}

export interface RawCall {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly token: string;
  /** Sent as X-Request-Id. */
  readonly id: string;
  readonly limitMs: number;
  /** Before that, we hang up when it ends. */
  readonly leave?: AbortSignal;
  readonly body?: string;
  readonly version?: '1.0' | '1.1';
}

export async function rawCall(call: RawCall): Promise<RawOutcome> {
  const { port, method, path, token, id, limitMs, leave, body, version = '1.1' } = call;
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  const began = performance.now();
  const awake = awakeClock();
  let abandoned = false;
  const abandon = () => {
    abandoned = true;
    socket.destroy();
  };
  const limit = setTimeout(abandon, limitMs);
  leave?.addEventListener('abort', abandon);
  socket.on('data', (chunk) => chunks.push(chunk));
  const broken = new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(true));
    socket.once('close', (hadError) => resolve(hadError));
  });
  const length = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  socket.write(
    `${method} ${path} HTTP/${version}\r\nHost: gateway\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: ${id}\r\nConnection: close\r\n${length}\r\n${body ?? ''}`,
  );
  const hadError = await broken;
  clearTimeout(limit);
  const [tookMs, awakeMs] = [performance.now() - began, awake()];
  const bytes = Buffer.concat(chunks);
  const { answers, rest } = readAnswers(bytes, []);
  // To HTTP/1.0 the end of the connection may be that of the answer; a reset is no such end.
  const isWhole = answers.length === 1 && rest.length === 0 && !hadError;
  return { answer: isWhole ? answers[0] : undefined, received: bytes.toString('latin1'), tookMs, awakeMs, abandoned };
}
