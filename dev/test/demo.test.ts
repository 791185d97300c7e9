import { randomBytes } from 'node:crypto';
import { asOwner, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { authModule } from '@wheelhouse/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakIt } from '../demo/break.ts';
import { breakFault, fixFault } from '../demo/change.ts';
import { type FaultKind, faultKinds } from '../demo/fault.ts';
import { faultsIn } from '../demo/faults.ts';
import { type Api, mustHave } from '../engines/clusters/api.ts';
import { apiOf } from '../engines/clusters/engine-api.ts';
import { kube } from '../engines/clusters/cluster.ts';
import { nodeName } from '../engines/clusters/fleet.ts';
import { type Home, openHome } from '../engines/runtime/home.ts';
import { requireEngines } from '../engines/test/require-engines.ts';
import { fleetSize } from '../seed/cluster.ts';
import { onTerminal } from '../demo/voice.ts';
import { applyObjects, kubectl } from '../seed/kubectl.ts';
import { accountName, hasOwner, keepScopes, makeSeeder, ownerLink, seedTenant } from '../seed/tenant.ts';
import { workloads } from '../seed/workloads.ts';

const namespace = `demo-test-${randomBytes(4).toString('hex')}`;
const here = () => namespace;

describe('the workloads of the demo, in a namespace that admits no pod', () => {
  let home: Home;
  let api: Api;

  beforeAll(async () => {
    await requireEngines(['kube']);
    home = await openHome();
    api = await apiOf(home, kube);
    // Nobody else's fleet gets a pod of ours.
    await applyObjects(home, [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'no-pods', namespace },
        spec: { hard: { pods: '0' } },
      },
    ]);
    await applyObjects(home, workloads(here));
  });

  afterAll(async () => {
    await api.call('DELETE', `/api/v1/namespaces/${namespace}`);
    api.close();
  });

  async function read(path: string) {
    const answer = await api.call('GET', path);
    mustHave(answer, path);
    return JSON.parse(answer.text) as { readonly spec: unknown; readonly metadata: { readonly generation: number } };
  }

  test('are two dozen, with budgets and an autoscaler, and applying them again changes none', async () => {
    const listed = async (kinds: string) =>
      (await kubectl(home, ['-n', namespace, 'get', kinds, '-o', 'name'])).trim().split('\n');
    expect(await listed('deployments,statefulsets,daemonsets')).toHaveLength(24);
    expect((await listed('pdb,hpa')).length).toBeGreaterThan(6);
    const before = await read(faultsIn(here)['too-many'].path);
    await applyObjects(home, workloads(here));
    expect((await read(faultsIn(here)['too-many'].path)).metadata.generation).toBe(before.metadata.generation);
  });

  test.each(['crash', 'too-many', 'rollout', 'image', 'hpa', 'blocked-drain'] as const)(
    'break %s changes one of them, and fix changes it back',
    async (kind) => {
      // No autoscaler has anything to say of no pods.
      const { lasting: _, ...fault } = faultsIn(here)[kind];
      const { spec: whole } = await read(fault.path);
      await breakFault(api, fault);
      await breakFault(api, fault);
      expect((await read(fault.path)).spec).not.toEqual(whole);
      await fixFault(api, fault);
      await fixFault(api, fault);
      expect((await read(fault.path)).spec).toEqual(whole);
    },
  );

  test('break says what to do where there is no such workload', async () => {
    const fault = { ...faultsIn(here).crash, path: `/apis/apps/v1/namespaces/${namespace}/deployments/none` };
    await expect(breakFault(api, fault)).rejects.toThrow(/Next step: wait until the demo says/);
    await expect(breakFault(api, faultsIn(here).wedged)).rejects.toThrow(/no pod of checkout.*Next step: wait until/);
  });

  test('break names the kinds there are when it is asked for another', async () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const demo = {
      openApi: () => apiOf(home, kube),
      propose: async () => undefined,
      drain: async () => undefined,
      start: 'npm run demo',
      command: 'npm run demo --',
      say,
    };
    expect(await breakIt(demo, 'bananas')).toBe(2);
    expect(said.join('\n')).toContain(faultKinds.join(', '));
  });
});

test('every fault says what it did, what to look for and how it was undone; nodes are of the fleet', () => {
  const nodes = Array.from({ length: fleetSize }, (_, index) => `/api/v1/nodes/${nodeName(index)}`);
  const ofNodes: readonly FaultKind[] = ['cordon', 'notready', 'node', 'node-down'];
  for (const kind of faultKinds) {
    const fault = faultsIn()[kind];
    for (const sentence of [fault.did, fault.lookFor, fault.undid]) expect(sentence).toMatch(/^[A-Z].+\.$/);
    expect('path' in fault && nodes.includes(fault.path)).toBe(ofNodes.includes(kind));
  }
});

test('a build that reminds of itself takes one line of a terminal', () => {
  let screen = '';
  const say = onTerminal({ columns: 30, write: (text) => (screen += text) });
  say('kubernetes: still making it: 15 s, and more words than fit');
  say('kubernetes: still making it: 30 s');
  say('kubernetes: made it');
  expect(screen).toBe(
    'kubernetes: still making it: \n\u001B[1A\u001B[2Kkubernetes: still making it: \nkubernetes: made it\n',
  );
});

describe('the seed', () => {
  let house: TestProcess;
  let environment: Readonly<Record<string, string>>;
  const acme = { slug: 'acme', name: 'Acme' };

  beforeAll(async () => {
    house = await startTestProcess([authModule]);
    environment = { ...house.environment, EXTERNAL_URL: 'http://127.0.0.1:8080' };
  });
  afterAll(() => house.stop());

  async function accessToken({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string }) {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    return fetch(`${house.addresses['auth']}/oauth/token`, { method: 'POST', body });
  }

  test('makes the tenant once, and an account whose secrets work and whose scopes are kept up', async () => {
    const id = await seedTenant(environment, acme);
    expect(await seedTenant(environment, acme)).toBe(id);
    const seeder = await makeSeeder(environment, id);
    const answer = await accessToken(seeder);
    expect(await answer.json()).toMatchObject({ scope: 'read deploy actions admin' });
    const another = await makeSeeder(environment, id, seeder.clientId);
    expect(another.clientId).toBe(seeder.clientId);
    expect((await accessToken(another)).status).toBe(200);
    await asOwner(house.database.ownerUrl, (db) =>
      db.query(`UPDATE auth.service_accounts SET scopes = '{read,actions,admin}' WHERE id = $1`, [seeder.clientId]),
    );
    await keepScopes(environment, id, seeder.clientId);
    expect(await (await accessToken(another)).json()).toMatchObject({ scope: 'read deploy actions admin' });
    await expect(makeSeeder(environment, id)).rejects.toThrow(new RegExp(`${accountName}.*npm run demo -- reset`));
  });

  test('makes links until somebody has opened one; after that there is an owner and no link', async () => {
    const id = await seedTenant(environment, acme);
    const [, ended = ''] = (await ownerLink(environment, id))?.url.split('#') ?? [];
    const [, token = ''] = (await ownerLink(environment, id))?.url.split('#') ?? [];
    expect(await hasOwner(environment, id)).toBe(false);
    const claim = (secret: string) =>
      house.call(undefined, 'POST', '/api/v1/setup', {
        body: { token: secret, email: 'ada@acme.test', name: 'Ada', password: 'nine lamps burn over the quay' },
      });
    expect((await claim(ended)).status).toBe(410);
    expect((await claim(token)).status).toBe(201);
    expect(await hasOwner(environment, id)).toBe(true);
    expect(await ownerLink(environment, id)).toBeUndefined();
  });
});
