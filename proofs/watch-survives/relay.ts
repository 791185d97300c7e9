import { connect, createServer, type Socket } from 'node:net';

/** An address as a word: `10.96.0.1:443`, or the path of a unix socket, which is seen from every network namespace. */
export type Place = string;

/** Takes connections at one place and carries them to another. An end on either side ends both. */
export async function relay(from: Place, to: Place): Promise<() => void> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(optionsOf(to));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(optionsOf(from), resolve);
  });
  return () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
}

function optionsOf(place: Place): { readonly path: string } | { readonly host: string; readonly port: number } {
  if (place.startsWith('/')) return { path: place };
  const colon = place.lastIndexOf(':');
  return { host: place.slice(0, colon), port: Number(place.slice(colon + 1)) };
}
