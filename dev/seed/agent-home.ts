import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { accessFromFile, openCluster, type Right } from '@wheelhouse/kubernetes';
import { withApi } from '../engines/clusters/engine-api.ts';
import { agentFolder, type Cluster, kube, kube2 } from '../engines/clusters/cluster.ts';
import { kubeconfigOf } from '../engines/clusters/identities.ts';
import { type Home, openHome } from '../engines/runtime/home.ts';
import { withLock } from '../engines/runtime/lock.ts';
import { applyAgentManifest, manifestText } from './agent-manifest.ts';
import { agentAccount, newAgentToken } from './tokens.ts';

const grantedWithinMs = 30_000;

/** What a home was made of: of another manifest, or with rights that are no longer held, it is made again. */
interface Made {
  readonly manifest: string;
  readonly rights: readonly Right[];
}

/**
 * A HOME for an action agent of this cluster: its `.kube/config` has the rights of deploy/rbac/action-agent.yaml, and
 * no others. Made when it is missing or no longer good; a process that has it already finds the new token by itself.
 */
export async function agentHome(name: Cluster['name'], given?: Home): Promise<string> {
  const home = given ?? (await openHome());
  const cluster = name === 'kube' ? kube : kube2;
  const dir = join(home.dir, agentFolder(cluster));
  if (await isGood(dir)) return dir;
  await withLock(
    join(home.dir, 'homes', `${name}.lock`),
    () => undefined,
    async () => {
      if (!(await isGood(dir))) await make(home, cluster, dir);
    },
  );
  return dir;
}

async function isGood(dir: string): Promise<boolean> {
  if (!existsSync(madeFile(dir))) return false;
  const { manifest, rights } = JSON.parse(await readFile(madeFile(dir), 'utf8')) as Made;
  return manifest === (await fingerprint()) && holds(dir, rights).catch(() => false);
}

async function make(home: Home, cluster: Cluster, dir: string): Promise<void> {
  const rights = await applyAgentManifest(home, cluster);
  await mkdir(join(dir, '.kube'), { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
  await put(join(dir, '.kube/token'), await withApi(home, cluster, newAgentToken));
  await put(
    join(dir, '.kube/config'),
    await kubeconfigOf(home, cluster, { name: agentAccount, user: { tokenFile: 'token' } }),
  );
  for (const deadline = performance.now() + grantedWithinMs; !(await holds(dir, rights)); await wait(100))
    if (performance.now() > deadline)
      throw new Error(`${cluster.name} did not give ${agentAccount} its rights within ${grantedWithinMs / 1000} s`);
  await put(madeFile(dir), JSON.stringify({ manifest: await fingerprint(), rights } satisfies Made));
}

/** As the agent itself would find out, by the file it would read. */
async function holds(dir: string, rights: readonly Right[]): Promise<boolean> {
  const client = openCluster(await accessFromFile(join(dir, '.kube/config')), { userAgent: 'wheelhouse-dev' });
  try {
    return (await client.can(rights)).every(Boolean);
  } finally {
    await client.close();
  }
}

async function fingerprint(): Promise<string> {
  return createHash('sha256')
    .update(await manifestText())
    .digest('hex');
}

function madeFile(dir: string): string {
  return join(dir, 'made.json');
}

/** Whoever reads it meanwhile reads the old or the new. */
async function put(path: string, text: string): Promise<void> {
  await writeFile(`${path}.unfinished`, text, { mode: 0o600 });
  await rename(`${path}.unfinished`, path);
}
