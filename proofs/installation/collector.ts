import { once } from 'node:events';
import { createServer } from 'node:http';

/** A collector that keeps what it is sent, byte for byte: OTLP over HTTP, as any would be sent to. */
export interface Collector {
  readonly url: string;
  readonly received: () => string;
  readonly close: () => void;
}

export async function startCollector(): Promise<Collector> {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk));
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received: () => Buffer.concat(bodies).toString(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
