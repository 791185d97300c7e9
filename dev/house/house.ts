import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { agentFolder, kube } from '../engines/clusters/cluster.ts';
import { type Home, openHome } from '../engines/runtime/home.ts';

export const repository = resolve(import.meta.dirname, '../..');

/** What a whole installation on this machine is for. Each has a database, a vhost, secrets and a folder of its own. */
export type Purpose = 'demo' | 'dev';

export interface House {
  readonly home: Home;
  readonly purpose: Purpose;
  /** Below the engines' folder; for its owner's eyes only. */
  readonly dir: string;
  /** The server's HOME: the agent's kubeconfig comes to lie there, and nothing of the developer's own is found. */
  readonly serverHome: string;
  readonly database: string;
  readonly vhost: string;
}

export async function openHouse(purpose: Purpose): Promise<House> {
  const home = await openHome();
  const dir = join(home.dir, purpose);
  const serverHome = join(home.dir, agentFolder(kube));
  await mkdir(dir, { recursive: true });
  await mkdir(serverHome, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
  return { home, purpose, dir, serverHome, database: `wheelhouse_${purpose}`, vhost: purpose };
}

/** What outlives a run. */
export interface Kept {
  readonly accessSecret: string;
  readonly secretsKeys: string;
  readonly seeder?: { readonly clientId: string; readonly clientSecret: string };
  /** Of the credentials that the cluster was last given: given again only when they are others. */
  readonly clusterCredentials?: string;
}

export async function kept(house: House): Promise<Kept> {
  const path = keptFile(house);
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) as Kept;
  const fresh: Kept = {
    accessSecret: randomBytes(32).toString('hex'),
    secretsKeys: `${house.purpose}:${randomBytes(32).toString('base64')}`,
  };
  await write(path, fresh);
  return fresh;
}

export async function keep(house: House, more: Partial<Kept>): Promise<void> {
  await write(keptFile(house), { ...(await kept(house)), ...more });
}

export function fingerprint(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

function keptFile({ dir }: House): string {
  return join(dir, 'secrets.json');
}

async function write(path: string, value: Kept): Promise<void> {
  await writeFile(`${path}.unfinished`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.unfinished`, path);
}
