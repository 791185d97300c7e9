import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActionsHouse, openActionsHouse } from './actions-house.ts';
import { type Ended, run } from './running.ts';

let house: ActionsHouse;
beforeAll(async () => {
  house = await openActionsHouse();
});
afterAll(() => house.close());

const act = (...words: readonly string[]): Promise<Ended> => run(['actions', ...words], house.decider);
const json = async (...words: readonly string[]) => JSON.parse((await act(...words, '--json')).stdout);

describe('actions settings', () => {
  test('shows all with what they do, and changes each', async () => {
    const { stdout } = await act('settings');
    expect(stdout).toMatch(/^SETTING +VALUE +WHAT IT DOES\n/);
    expect(stdout).toMatch(/\ncooldown_seconds +300 +How long after an action/);
    expect(stdout).toMatch(/\nprotected_namespaces +kube-system,wheelhouse +Namespaces whose/);
    const changed = await json(
      'settings',
      'cooldown_seconds=600',
      'max_drains_per_cluster=2',
      'max_automated_per_hour=5',
      'max_cordoned_percent=20',
      'protected_namespaces=kube-system,shop',
      'protected_node_labels=',
      'automated_scale_to_zero=true',
      'automated_unmanaged_pods=true',
      'dry_mode=true',
    );
    expect(changed).toMatchObject({
      cooldown_seconds: 600,
      max_drains_per_cluster: 2,
      max_automated_per_hour: 5,
      max_cordoned_percent: 20,
      protected_namespaces: ['kube-system', 'shop'],
      protected_node_labels: [],
      automated_scale_to_zero: true,
      automated_unmanaged_pods: true,
      dry_mode: true,
    });
    expect((await act('settings', 'dry_mode=false')).stdout).toMatch(/\ndry_mode +false +Everything runs/);
    expect(await json('settings')).toMatchObject({ dry_mode: false, cooldown_seconds: 600 });
  });

  test.each([
    ['cooldown_second=1', 'Did you mean cooldown_seconds?'],
    ['cooldown_seconds', 'is not name=value'],
    ['cooldown_seconds=soon', 'must be a number'],
    ['dry_mode=yes', 'must be true or false'],
  ])('refuses %s as wrong usage', async (change, said) => {
    expect(await act('settings', change)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  });
});

describe('actions autonomy', () => {
  test('shows and sets a level, in the tenant and more strictly on a cluster', async () => {
    expect((await act('autonomy')).stdout).toMatch(/\ntenant +restart_pod +unset +run as they say themselves\n/);
    await act('autonomy', 'restart_pod', 'auto');
    const onCluster = await act('autonomy', 'restart_pod', 'ask', '--cluster', 'prod-eu');
    expect(onCluster.stdout).toMatch(/\nprod-eu +restart_pod +ask +always waits for an approval\n/);
    expect(await json('autonomy')).toMatchObject({
      tenant: { restart_pod: 'auto' },
      clusters: [{ cluster_id: house.clusterId, effective: { restart_pod: 'ask' } }],
    });
    expect(await json('autonomy', 'restart_pod', 'unset')).toMatchObject({ tenant: { restart_pod: null } });
  });

  test.each([
    [['restart_pods', 'ask'], 'Did you mean restart_pod?'],
    [['restart_pod', 'always'], 'expected one of auto, ask, never, unset'],
    [['restart_pod'], 'name a level'],
  ])('refuses %j as wrong usage', async (words, said) => {
    expect(await act('autonomy', ...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  });
});

describe('actions stop and resume', () => {
  test('say what was stopped and what still runs', async () => {
    const stopped = await act('stop', '--reason', 'a bad night');
    expect(stopped).toMatchObject({ code: 0, stderr: 'to go on: wheelhouse actions resume\n' });
    expect(stopped.stdout).toBe(
      'the kill switch is engaged for all clusters: nothing more is changed\nnothing had to be stopped\nnothing still runs\n',
    );
    const ofCluster = await json('stop', '--cluster', 'prod-eu');
    expect(ofCluster).toMatchObject({ engaged: true, clusters: [{ cluster_id: house.clusterId }], stopped: [] });
    const resumed = await act('resume');
    expect(resumed.stdout).toContain('the kill switch is released for all clusters; what it stopped is not resumed\n');
    expect(resumed.stdout).toContain('it is still engaged for 1 cluster\n');
    expect((await act('resume', '--cluster', 'prod-eu')).stdout).toContain('nothing is running\n');
  });
});

describe('actions undo and ledger', () => {
  test('an uncordon is undone by a cordon that one approves oneself, and both are counted', async () => {
    expect((await act('ledger')).stderr).toMatch(/^no action ended from 20\S+ to 20\S+\n$/);
    const node = await house.kube.node();
    await house.kube.cordon(node, true);
    const id = await house.propose({ action: 'uncordon_node', target: { node_name: node } });
    expect(await act('approve', id, '--yes', '--watch')).toMatchObject({ code: 0 });
    const undone = await act('undo', id, '--reason', 'too early');
    expect(undone.stdout).toContain(`Cordon Node ${node} is waiting for approval, which you may give: `);
    const [, undo = ''] = /approve (\S+)/.exec(undone.stdout) ?? [];
    expect(await act('approve', undo, '--yes', '--watch')).toMatchObject({ code: 0 });
    expect(await json('show', undo)).toMatchObject({ status: 'success', undoes: id });
    const { stdout } = await act('ledger');
    expect(stdout).toMatch(/^ACTION +ORIGIN +ENDED +AUTOMATIC +APPROVED +SUCCESS/);
    expect(stdout).toMatch(/\ncordon_node +manual +1 +0 +1 +1 /);
    expect(await json('ledger', '--cluster', 'prod-eu')).toMatchObject({
      data: [
        { action: 'cordon_node', origin: 'manual', success: 1 },
        { action: 'uncordon_node', origin: 'decision', approved: 1 },
      ],
    });
    expect(await act('undo', id)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('spec.unschedulable is true'),
    });
  });
});
