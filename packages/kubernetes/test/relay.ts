import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire between client and server that can be cut, or hold everything back as a dead network does. */
export interface Relay {
  readonly port: number;
  /** Connections that were taken, ever. */
  readonly taken: () => number;
  /** Nothing passes any more, and nobody is told. */
  readonly freeze: () => void;
  /** What was frozen stays so; new connections pass. */
  readonly thaw: () => void;
  /** Ends all connections. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

export async function relayTo(port: number): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let taken = 0;
  let isFrozen = false;
  const server = createServer((near) => {
    taken += 1;
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
    if (isFrozen) return;
    near.pipe(far);
    far.pipe(near);
  });
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => taken,
    freeze: () => {
      isFrozen = true;
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause();
    },
    thaw: () => {
      isFrozen = false;
    },
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
