import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request that was read to its end. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  /** Names in small letters and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/**
 * In the module's place: reads as leniently as Node can, so that whatever could be read in a second way is, and
 * writes down every request that names its case.
 */
export interface Upstream {
  readonly port: number;
  readonly seen: readonly Seen[];
  readonly stop: () => Promise<void>;
}

const block = Buffer.alloc(64 * 1024, 'x');

export async function openUpstream(): Promise<Upstream> {
  const seen: Seen[] = [];
  const options = { insecureHTTPParser: true, requireHostHeader: false, maxHeaderSize: 1024 * 1024, requestTimeout: 0 };
  const server = createServer(options, (request, response) => {
    const chunks: Buffer[] = [];
    const { method = '', url = '' } = request;
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const headers = request.rawHeaders.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text));
      if (/[?&]case=/.test(url)) seen.push({ method, url, headers, body: Buffer.concat(chunks) });
      answer(request, response);
    });
  });
  // Bytes it cannot read are nothing it has seen; the other side must not hear of them as an answer.
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    seen,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  if (path === '/api/v1/export') {
    void pour(response, Number(new URLSearchParams(query).get('bytes')));
    return;
  }
  // It tells no routes of its own: those on paper stay.
  const isInternal = path.startsWith('/internal/') || path === '/readyz';
  const text = JSON.stringify(isInternal ? { error: { code: 'not_found' } } : { url });
  response.writeHead(isInternal ? 404 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** As fast as it is taken, and no faster. */
async function pour(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
  let left = bytes;
  while (left > 0 && !response.destroyed) {
    const size = Math.min(left, block.length);
    left -= size;
    if (!response.write(block.subarray(0, size))) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
