import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Listens on this machine only, for the one code that a browser brings back (RFC 8252, section 7.3). */
export interface Loopback {
  readonly port: number;
  /**
   * Waits for the code and hands it to `take`, whose word the browser is shown. Whoever comes with another state is
   * turned away, and the right one is still waited for.
   */
  readonly code: <T>(take: (code: string) => Promise<T>, signal: AbortSignal) => Promise<T>;
  readonly close: () => Promise<void>;
}

export class RefusedInBrowser extends Error {}

const signedIn = 'Signed in; you can close this.\n';
const failed = 'The sign-in did not succeed; the terminal says why.\n';
const foreign = 'This does not belong to the sign-in that was begun in the terminal.\n';

const lingerMs = 100;

interface Came {
  readonly code: string | undefined;
  readonly answer: (status: number, text: string) => void;
}

export async function openLoopback(state: string): Promise<Loopback> {
  const visits: Came[] = [];
  let wake = () => {};
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) => reply(response, status, text);
    const came = visitOf(request, port, state);
    if (came === undefined) return answer(400, foreign);
    visits.push({ ...came, answer });
    wake();
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  async function next(signal: AbortSignal): Promise<Came> {
    for (;;) {
      const first = visits.shift();
      if (first !== undefined) return first;
      await new Promise<void>((resolve, reject) => {
        wake = resolve;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (signal.aborted) reject(signal.reason);
      });
    }
  }

  return {
    port,
    code: async (take, signal) => {
      const { code, answer } = await next(signal);
      try {
        if (code === undefined) throw new RefusedInBrowser('the sign-in was refused in the browser');
        const taken = await take(code);
        answer(200, signedIn);
        return taken;
      } catch (error) {
        answer(200, failed);
        throw error;
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Browsers open connections ahead of need, and keep them: once the answer is out, nobody waits for those.
        setTimeout(() => server.closeAllConnections(), lingerMs);
      }),
  };
}

/** Undefined when it is not the browser we wait for. A name that leads here is not our address: pages may have such. */
function visitOf({ method, headers, url = '' }: IncomingMessage, port: number, state: string) {
  const here = `127.0.0.1:${port}`;
  const { pathname, searchParams } = new URL(url, `http://${here}`);
  if (method !== 'GET' || pathname !== '/' || headers.host !== here) return undefined;
  if (!isSame(searchParams.get('state') ?? '', state)) return undefined;
  const code = searchParams.get('code') ?? undefined;
  return code === undefined && !searchParams.has('error') ? undefined : { code };
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(text);
}
