import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessFromKubeconfig, defaultAccess, openCluster } from '@wheelhouse/kubernetes';
import { engineSetting } from '@wheelhouse/testkit';
import { beforeAll, expect, test } from 'vitest';
import { environmentOf } from '../engines/commands/env.ts';
import { type Home, openHome } from '../engines/runtime/home.ts';
import { run } from '../engines/runtime/shell.ts';
import { requireEngines } from '../engines/test/require-engines.ts';
import { openHouse } from '../house/house.ts';
import { agentHome } from '../seed/agent-home.ts';

let home: Home;
beforeAll(async () => {
  await requireEngines(['kube', 'kube2']);
  home = await openHome();
});

const settings = { kube: 'KUBECONFIG', kube2: 'KUBE2_KUBECONFIG' } as const;

test.each(['kube', 'kube2'] as const)(
  "the agent's home of %s leads there, as its service account, for its owner alone",
  async (name) => {
    const dir = await agentHome(name);
    expect(dir.startsWith(home.dir)).toBe(true);
    const { server } = accessFromKubeconfig(await readFile(engineSetting(settings[name]), 'utf8'));
    expect((await defaultAccess(dir)).server).toBe(server);
    for (const file of ['config', 'token']) expect((await stat(join(dir, '.kube', file))).mode & 0o777).toBe(0o600);
    const { KUBECTL = '' } = await environmentOf(home);
    const env = { HOME: dir, KUBECACHEDIR: join(home.dir, 'kubectl-cache') };
    const who = await run(KUBECTL, ['auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}'], { env });
    expect(who).toBe('system:serviceaccount:wheelhouse:wheelhouse-action-agent');
  },
);

test('it is there at once when asked for again, and made again when it is no longer good', async () => {
  // The same cluster, in a home that nobody else uses.
  const dir = await mkdtemp(join(tmpdir(), 'agent-home-'));
  await symlink(join(home.dir, 'kube'), join(dir, 'kube'));
  const other = { ...home, dir };
  const made = await agentHome('kube', other);
  const client = openCluster(await defaultAccess(made), { userAgent: 'wheelhouse-test' });
  try {
    const token = () => readFile(join(made, '.kube/token'), 'utf8');
    const first = await token();
    const began = performance.now();
    expect(await agentHome('kube', other)).toBe(made);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await token()).toBe(first);

    await writeFile(join(made, '.kube/token'), 'spoilt');
    const nodes = () => client.get('/api/v1/nodes', { limit: 1 });
    await expect(nodes()).rejects.toMatchObject({ status: 401 });
    await agentHome('kube', other);
    // One that was open all the time goes on with the new token.
    await nodes();

    await writeFile(join(made, 'made.json'), JSON.stringify({ manifest: 'another', rights: [] }));
    await agentHome('kube', other);
    expect(await readFile(join(made, 'made.json'), 'utf8')).not.toContain('another');
  } finally {
    await client.close();
    await rm(dir, { recursive: true });
  }
});

test('demo and dev start their servers in the home of the first cluster', async () => {
  for (const purpose of ['demo', 'dev'] as const)
    expect((await openHouse(purpose)).serverHome).toBe(await agentHome('kube'));
});

test('tests have a home in which no cluster is found', async () => {
  expect(homedir().startsWith(home.dir)).toBe(true);
  await expect(defaultAccess()).rejects.toThrow('No cluster credentials found');
});
