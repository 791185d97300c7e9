import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address as a word: `127.0.0.1:6443`, or the path of a unix socket, which is seen from every network namespace. */
export type Place = string;

/** Carries connections from one place to another, byte for byte; an end on either side ends both. */
export interface Relay {
  /** Where it takes them, with the port it was given. */
  readonly place: Place;
  /** Connections that were taken, ever. */
  readonly taken: () => number;
  /** Nothing passes any more, and nobody is told, as on a dead network. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends all connections; new ones pass. */
  readonly cut: () => void;
  /** Ends the port too. */
  readonly close: () => Promise<void>;
  /** The same port again. */
  readonly reopen: () => Promise<void>;
}

export async function startRelay(to: Place, from: Place = '127.0.0.1:0'): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let taken = 0;
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(optionsOf(to));
    const pair = [near, far] as const;
    taken += 1;
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        for (const either of pair) either.destroy();
        pairs.delete(pair);
      });
    }
    if (!isFrozen) join(pair);
  });
  const listen = async (place: Place): Promise<Place> => {
    server.listen(optionsOf(place));
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? `${address.address}:${address.port}` : place;
  };
  const cut = () => {
    for (const [near] of pairs) near.destroy();
  };
  const place = await listen(from);
  return {
    place,
    taken: () => taken,
    freeze: () => {
      isFrozen = true;
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const pair of pairs) join(pair);
    },
    cut,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    reopen: async () => void (await listen(place)),
  };
}

function join([near, far]: readonly [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}

function optionsOf(place: Place): { readonly path: string } | { readonly host: string; readonly port: number } {
  if (place.startsWith('/')) return { path: place };
  const colon = place.lastIndexOf(':');
  return { host: place.slice(0, colon), port: Number(place.slice(colon + 1)) };
}
