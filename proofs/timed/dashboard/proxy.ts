import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';

/** Stands before the gateway and answers one path itself: the stream of health. */
export interface StreamProxy {
  readonly origin: string;
  /** Streams that are open, by the cluster they follow; the empty name follows all. */
  readonly followed: () => readonly string[];
  /** Tells one event to all who follow; waits while they cannot take more. */
  readonly tell: (clusterId: string, event: string, data: string) => Promise<void>;
  readonly stop: () => void;
}

const streamPath = '/api/k8s-monitor/api/health/stream';

export async function startProxy(gateway: string, snapshot: (clusterId: string) => string): Promise<StreamProxy> {
  const open = new Map<ServerResponse, string>();
  let id = 0;
  const framed = (event: string, data: string) => `id: ${(id += 1)}\nevent: ${event}\ndata: ${data}\n\n`;
  const { host } = new URL(gateway);
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', gateway);
    if (url.pathname === streamPath) {
      const clusterId = url.searchParams.get('cluster_id') ?? '';
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      outgoing.write(framed('snapshot', snapshot(clusterId)));
      open.set(outgoing, clusterId);
      outgoing.on('close', () => open.delete(outgoing));
      return;
    }
    const { origin, ...headers } = incoming.headers;
    const onward = request(
      url,
      { method: incoming.method ?? 'GET', headers: { ...headers, host, ...(origin && { origin: gateway }) } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    followed: () => [...open.values()],
    tell: async (clusterId, event, data) => {
      const text = framed(event, data);
      for (const [outgoing, of] of open) if (of === clusterId && !outgoing.write(text)) await canTakeMore(outgoing);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function canTakeMore(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}
