import { createServer, type Socket } from 'node:net';

/** What a module may say that no caller must hear as it is. */
export interface OddAnswer {
  readonly bytes: string;
  readonly hangsUp?: boolean;
  /** What the caller gets; `cut`: no whole answer. */
  readonly status: number | 'cut';
  readonly hidden?: readonly string[];
}

const ok = 'HTTP/1.1 200 OK\r\n';
const two = 'Content-Length: 2\r\n\r\n{}';
const poison = 'HTTP/1.1 200 OK\r\nX-Poison: yes\r\nContent-Length: 6\r\n\r\npoison';

export const oddAnswers: Readonly<Record<string, OddAnswer>> = {
  'of-the-connection': {
    bytes: `${ok}Connection: close, X-Inner\r\nX-Inner: 1\r\nKeep-Alive: timeout=9\r\nProxy-Authenticate: Basic\r\nTrailer: X-A\r\nUpgrade: h2c\r\n${two}`,
    status: 200,
    hidden: ['x-inner', 'proxy-authenticate', 'trailer', 'upgrade', 'keep-alive: timeout=9'],
  },
  'of-the-connection-alone': {
    bytes: `${ok}Connection: X-Inner\r\nX-Inner: 1\r\n${two}`,
    status: 200,
    hidden: ['x-inner'],
  },
  'in-our-name': {
    bytes: `${ok}Date: Thu, 01 Jan 1970 00:00:00 GMT\r\nX-Request-Id: another\r\nX-RateLimit-Limit: 1\r\nX-RateLimit-Remaining: 1\r\nX-RateLimit-Reset: 1\r\nX-OAuth-Scopes: admin\r\n${two}`,
    status: 200,
    hidden: [
      'date: Thu, 01 Jan 1970 00:00:00 GMT',
      'x-request-id: another',
      'x-ratelimit-limit: 1',
      'x-ratelimit-remaining: 1',
      'x-ratelimit-reset: 1',
      'x-oauth-scopes: admin',
    ],
  },
  'only-on-the-way': {
    bytes: `HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n${ok}${two}`,
    status: 200,
    hidden: ['x-early'],
  },
  'two-answers': { bytes: `${ok}${two}${poison}`, status: 200 },
  'a-body-for-204': { bytes: `HTTP/1.1 204 No Content\r\n\r\n${poison}`, status: 204 },
  'chunks-and-a-length': { bytes: `${ok}Transfer-Encoding: chunked\r\n${two}`, status: 502 },
  'two-lengths': { bytes: `${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `, status: 502 },
  'no-http': { bytes: 'hello\r\n\r\n', status: 502 },
  'no-head': { bytes: '{}', hangsUp: true, status: 502 },
  'a-status-of-two-digits': { bytes: `HTTP/1.1 20 OK\r\n${two}`, status: 502 },
  'a-nul-in-a-header': { bytes: `${ok}X-A: \0\r\n${two}`, status: 502 },
  'a-folded-header': { bytes: `${ok}X-A: b\r\n c\r\n${two}`, status: 502 },
  'a-bare-line-feed': { bytes: `${ok}X-A: b\nX-Split: yes\r\n${two}`, status: 502 },
  'headers-without-end': { bytes: `${ok}${'X-A: b\r\n'.repeat(10_000)}${two}`, status: 502 },
  'another-protocol': {
    bytes: 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    status: 502,
  },
  'nothing-at-all': { bytes: '', hangsUp: true, status: 502 },
  'half-a-head': { bytes: 'HTTP/1.1 200 OK\r\nContent-Le', hangsUp: true, status: 502 },
  'half-a-body': { bytes: `${ok}Content-Length: 50\r\n\r\n{`, hangsUp: true, status: 'cut' },
  'bad-chunks': { bytes: `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n`, status: 'cut' },
  'chunks-that-end-early': {
    bytes: `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    hangsUp: true,
    status: 'cut',
  },
};

/** Where the odd answers come from: bytes written on a connection that stays, as a broken module would. */
export interface OddModule {
  readonly port: number;
  readonly asked: ReadonlySet<string>;
  readonly stop: () => Promise<void>;
}

export async function openOddModule(): Promise<OddModule> {
  const asked = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const [, url = ''] = /^GET (\S+) /.exec(chunk.toString('latin1')) ?? [];
      const [, name = ''] = /^\/api\/v1\/answers\/([\w-]+)/.exec(url) ?? [];
      asked.add(name);
      const text = JSON.stringify({ url });
      const odd = oddAnswers[name] ?? { bytes: `${ok}Content-Length: ${text.length}\r\n\r\n${text}` };
      socket.write(odd.bytes, 'latin1');
      if ('hangsUp' in odd) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    asked,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
