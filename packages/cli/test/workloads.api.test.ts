import { randomUUID } from 'node:crypto';
import {
  type ClusterRelay,
  eventually,
  type Kube,
  makeNamespace,
  type Namespace,
  openKube,
  relayBefore,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kubeconfigOf } from '../../../services/k8s-monitor/test/house.ts';
import { deploy, type Deployed } from '../../../services/k8s-monitor/test/pages.ts';
import type { TestTenant } from '../../../services/auth/test/start.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import { type Ended, type Environment, run, start } from './running.ts';

/** On the real cluster, through a relay that can be frozen; the node is one of KWOK's, which keeps no logs. */
let house: CliHouse;
let kube: Kube;
let relay: ClusterRelay;
let spaces: readonly Namespace[] = [];
let tenant: TestTenant;
let reader: Environment;
let cluster = '';
let node = '';

beforeAll(async () => {
  house = await openCliHouse();
  kube = openKube('KUBECONFIG');
  relay = await relayBefore(kube.access);
  spaces = [await makeNamespace(kube.client), await makeNamespace(kube.client)];
  node = await kube.reservedNode();
  tenant = await house.house.tenant();
  reader = await house.withToken(undefined, tenant);
  cluster = await registered();
  await observed();
});
afterAll(async () => {
  await house.close();
  await Promise.all(spaces.map((space) => space.remove()));
  await relay.close();
  await kube.close();
});

async function registered(): Promise<string> {
  const body = { name: 'prod-eu', kubeconfig: kubeconfigOf('KUBECONFIG', relay.access.server) };
  const made = await house.house.through(reader['WHEELHOUSE_TOKEN'], 'POST', '/api/platform/api/v1/clusters', { body });
  expect(made).toMatchObject({ status: 201 });
  return made.body.id;
}

/** What was there before the first observation is no change. */
const observed = () =>
  eventually(async () => {
    const path = `/api/k8s-monitor/api/health?cluster_id=${cluster}`;
    expect(await house.house.through(reader['WHEELHOUSE_TOKEN'], 'GET', path)).toMatchObject({ status: 200 });
  });

const [here, there] = [() => spaces[0]?.name ?? '', () => spaces[1]?.name ?? ''];
const workloads = (...words: readonly string[]): Promise<Ended> => run(['workloads', ...words], reader);
/** The cluster is shared, and workloads are asked for by name alone here. */
const own = (word: string) => `${word}-${randomUUID().slice(0, 8)}`;
const deployed = (space: string, name: string, given: Deployed = {}) =>
  deploy(kube, { name: space }, name, node, given);

/** As soon as the monitor has seen it so. */
const untilListed = (space: string, name: string, ready: number) =>
  eventually(async () => {
    const { data } = JSON.parse((await workloads('list', '-n', space, '--name', name, '--json')).stdout);
    expect(data).toMatchObject([{ name, ready }]);
  });

describe('workloads show', () => {
  test('tells what is wrong with one that crashes, first, and each of its pods', async () => {
    await deployed(here(), 'crashes', { annotations: { 'wheelhouse.dev/behaviour': 'crash-loop' } });
    await untilListed(here(), 'crashes', 0);
    const stdout = await eventually(async () => {
      const shown = await workloads('show', 'crashes', '-n', here());
      expect(shown).toMatchObject({ code: 0, stderr: '' });
      expect(shown.stdout).toMatch(/^pods {8}crashes-\S+ on \S+: (?:CrashLoopBackOff|Error), \d+ restarts?/m);
      // What it costs depends on what else is wrong in a cluster that others break things in too.
      expect(shown.stdout).toMatch(/^issue {7}(?:0|-\d+) .*crash loop.*, since 20\S+Z$/m);
      return shown.stdout;
    });
    const [title, state, message] = stdout.split('\n');
    expect(title).toBe(`Deployment ${here()}/crashes`);
    expect(state).toMatch(/^state {7}(stuck|short|progressing)$/);
    expect(message).toMatch(/^ {12}1 of 1 new pods \(.+\) ended with exit code 1 and restarted/);
    expect(stdout).toMatch(/^wanted {6}1 pods, 0 ready, 0 available, 1 up to date; \S+ set that/m);
    expect(stdout).toMatch(/^changed {5}.*20\S+Z$/m);
    expect(stdout).toMatch(/^cluster {5}prod-eu$/m);
  });

  test('is of one that is meant by its name, its kind as kubectl writes it, and its namespace', async () => {
    const name = own('web');
    await deployed(here(), name);
    await untilListed(here(), name, 1);
    const inSpace = [`deployments/${name}`, '-n', here()];
    for (const words of [[name], [`Deployment/${name}`], [`deploy/${name}`], inSpace]) {
      const shown = await workloads('show', ...words, '--cluster', 'prod-eu', '--json');
      expect(JSON.parse(shown.stdout)).toMatchObject({ kind: 'Deployment', namespace: here(), status: 'ok', ready: 1 });
    }
    const [{ name: pod }] = JSON.parse((await workloads('show', name, '--json')).stdout).pods;
    const ofPod = (await workloads('show', `po/${pod}`, '-n', here())).stdout;
    expect(ofPod).toMatch(new RegExp(`^Pod ${here()}/${pod}\nstate {7}running\n`));
    expect(ofPod).toMatch(new RegExp(`^of {10}Deployment ${name}$`, 'm'));
  });

  test('of two with one name guesses neither', async () => {
    const name = own('twin');
    await Promise.all([deployed(here(), name), deployed(there(), name)]);
    await Promise.all([untilListed(here(), name, 1), untilListed(there(), name, 1)]);
    expect(await workloads('show', name)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^wheelhouse: 2 workloads are called twin-\S+: .*\n {2}next: say which: KIND\/NAME -n/,
      ),
    });
    expect((await workloads('show', name, '-n', there())).stdout).toContain(`Deployment ${there()}/${name}\n`);
  });

  test.each([
    [['show', 'nowhere-made'], 1, 'there is no workload nowhere-made in prod-eu'],
    [['show', 'deploy/nothing', '-n', 'nowhere'], 1, 'request id'],
    [['show', 'po/nothing'], 2, 'the namespace of a Pod has to be said'],
    [['show', 'deplyment/web'], 2, 'Did you mean Deployment?'],
    [['show', 'web', '--cluster', 'nowhere'], 1, 'there is no cluster nowhere'],
    [['logs', 'nowhere-made'], 1, 'there is no workload nowhere-made in prod-eu'],
  ])('%j ends with %i', async (words, expected, said) => {
    const { code, stdout, stderr } = await workloads(...words);
    expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr: expect.stringContaining(said) });
  });

  test('is nobody else’s', async () => {
    await deployed(here(), 'ours');
    await untilListed(here(), 'ours', 1);
    const stranger = await house.withToken();
    for (const verb of ['show', 'logs']) {
      const words = ['workloads', verb, 'deploy/ours', '-n', here(), '--cluster', cluster];
      expect(await run(words, stranger)).toMatchObject({ code: 1, stdout: '' });
    }
  });
});

describe('workloads logs', () => {
  test('of what is scaled to nothing says that it has no pods, and ends or waits as it was asked to', async () => {
    const name = own('idle');
    await deployed(here(), name, { replicas: 0 });
    await untilListed(here(), name, 0);
    expect(await workloads('logs', name, '--no-follow')).toEqual({
      code: 0,
      stdout: '',
      stderr: `Deployment ${here()}/${name} has no pods\n`,
    });
    const following = start(['workloads', 'logs', name], reader);
    await following.until('stderr', 'has no pods; waiting for one');
    await kube.client.patch(`/apis/apps/v1/namespaces/${here()}/deployments/${name}`, { spec: { replicas: 1 } });
    await following.until('stderr', /^idle-\S+ joined$/m);
    following.kill('SIGINT');
    expect((await following.ended).code).toBe(0);
  });
});

test('while the cluster does not answer, a workload is shown as it was known last, and that is said', async () => {
  const name = own('kept');
  await deployed(here(), name);
  await untilListed(here(), name, 1);
  relay.freeze();
  try {
    const { code, stdout } = await workloads('show', name);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^stale {7}the cluster does not answer; this is what was known 20\S+Z, without pods and events\n {12}\S.*$/m,
    );
    expect(stdout).toMatch(/^wanted {6}1 pods, 1 ready/m);
    expect(stdout).not.toMatch(/^pods /m);
  } finally {
    relay.thaw();
  }
});
