import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A kubeconfig in the newcomer's home, whose cluster counts who comes. */
export interface Planted {
  readonly visits: () => number;
  readonly isUnchanged: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export async function plantKubeconfig(home: string): Promise<Planted> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const text = `apiVersion: v1
kind: Config
current-context: mine
contexts: [{ name: mine, context: { cluster: mine, user: me } }]
clusters: [{ name: mine, cluster: { server: "https://127.0.0.1:${port}", insecure-skip-tls-verify: true } }]
users: [{ name: me, user: { token: not-yours } }]
`;
  await mkdir(join(home, '.kube'));
  const path = join(home, '.kube/config');
  await writeFile(path, text);
  return {
    visits: () => visits,
    isUnchanged: async () => (await readFile(path, 'utf8')) === text,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
