import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between us and an API server, and can freeze: connections stay, and nothing comes through. */
export interface Relay {
  readonly server: string;
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly close: () => Promise<void>;
}

export async function startRelay(to: string): Promise<Relay> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.on('data', (bytes) => other.write(bytes));
    if (isFrozen) socket.pause();
  };
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near, far);
    keep(far, near);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  return {
    server: `https://127.0.0.1:${address.port}`,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
