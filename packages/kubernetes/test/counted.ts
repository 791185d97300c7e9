import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ClusterAccess } from '../src/index.ts';

export interface Counted {
  /** The same access, by a way on which bytes are counted. */
  readonly access: ClusterAccess;
  /** What has come from the API server. */
  readonly bytes: () => number;
  readonly close: () => Promise<void>;
}

export async function counted(access: ClusterAccess): Promise<Counted> {
  const { hostname, port: serverPort } = new URL(access.server);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(serverPort) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => [near, far].forEach((either) => either.destroy()));
    }
    far.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    access: { ...access, server: `https://127.0.0.1:${port}` },
    bytes: () => bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
