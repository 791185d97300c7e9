import { connect, createServer, type NetConnectOpts, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A place to listen at or to connect to: a unix socket crosses network namespaces, a port does not. */
export type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** Hands every connection at one place on to the other. */
export async function relay(from: Place, to: Place): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    const outgoing = connect({ ...to, allowHalfOpen: true } as NetConnectOpts);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, resolve);
  });
  return server;
}

/** As a program in another namespace: FROM and TO as JSON. It ends with its standard input, so it outlives nobody. */
if (import.meta.main) {
  const [from = '', to = ''] = process.argv.slice(2);
  await relay(JSON.parse(from) as Place, JSON.parse(to) as Place);
  process.stdout.write('ready\n');
  process.stdin.on('end', () => process.exit()).resume();
  // A place may vanish with docker; nothing is left to do then.
  process.stdin.on('error', () => process.exit());
  await wait(2 ** 31 - 1);
}
