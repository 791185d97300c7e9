import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActionsHouse, openActionsHouse } from './actions-house.ts';
import { type Environment, type Ended, run, startOnTerminal } from './running.ts';

let house: ActionsHouse;
let decider: Environment;
let node = '';
beforeAll(async () => {
  house = await openActionsHouse();
  ({ decider } = house);
  node = await house.kube.node();
});
afterAll(() => house.close());

const act = (...words: readonly string[]): Promise<Ended> => run(['actions', ...words], decider);
const uncordon = (more: object = {}) =>
  house.propose({ action: 'uncordon_node', target: { node_name: node }, ...more });
const isCordoned = async () => {
  const { spec } = await house.kube.client.get<{ spec?: { unschedulable?: boolean } }>(`/api/v1/nodes/${node}`);
  return spec?.unschedulable ?? false;
};
const statusOf = async (id: string) => JSON.parse((await act('show', id, '--json')).stdout).status as string;

describe('actions list', () => {
  test('of nothing says so, and is an empty list for programs', async () => {
    expect(await act('--pending')).toEqual({ code: 0, stdout: '', stderr: 'nothing is waiting for approval\n' });
    expect(JSON.parse((await act('list', '--json')).stdout)).toEqual({ data: [], next_cursor: null, total: 0 });
  });

  test('names status, kind, target, cluster, reason and id; filters choose among them', async () => {
    const id = await uncordon();
    const { stdout } = await act('list');
    const [head, row] = stdout.split('\n');
    expect(head).toMatch(/^STATUS +ACTION +TARGET +CLUSTER +CREATED +WHY +ID$/);
    expect(row).toMatch(
      new RegExp(`^pending_approval +uncordon_node +${node} +prod-eu +20\\S+Z +Its maintenance is over\\. +${id}$`),
    );
    for (const filters of [
      ['--pending'],
      ['--status', 'executing,pending_approval'],
      ['--action', 'uncordon_node'],
      ['--cluster', 'prod-eu'],
    ])
      expect(JSON.parse((await act('list', '--json', ...filters)).stdout)).toMatchObject({ total: 1, data: [{ id }] });
    expect((await act('list', '--status', 'success')).stderr).toBe('no matching actions\n');
    await act('reject', id);
  });

  test.each([
    [['--status', 'pending'], 'unknown --status pending; expected one of pending_approval, executing'],
    [['--action', 'uncordon_nod'], 'Did you mean uncordon_node?'],
    [['--pending', '--status', 'failed'], 'use one or the other'],
    [['--limit', '0'], '--limit must be a number'],
  ])('refuses %j as wrong usage', async (words, said) => {
    expect(await act('list', ...words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
  });
});

describe('actions show', () => {
  test('tells what it would do, before and after, who and why, and how to undo it', async () => {
    await house.kube.cordon(node, true);
    const evidence = [{ source: 'events', summary: 'cordoned two hours ago' }];
    const id = await uncordon({ evidence });
    const { code, stdout } = await act('show', id);
    expect(code).toBe(0);
    for (const line of [
      `Uncordon Node ${node}`,
      'status      pending_approval, expires 20…',
      'cluster     prod-eu',
      'why         Its maintenance is over.',
      'seen        events: cordoned two hours ago',
      'proposed    by rule …, 90 % sure',
      `plan        Make ${node} schedulable again`,
      'change      spec.unschedulable  true → false',
      'pods        none are terminated',
      `undo        Cordon ${node}. Pods scheduled there in the meantime stay.`,
      `id          ${id}`,
    ])
      expect(stdout).toMatch(new RegExp(`^${line.replaceAll(/[.+()]/g, '\\$&').replaceAll('…', '.+')}$`, 'm'));
    expect(JSON.parse((await act('show', id, '--json')).stdout)).toMatchObject({
      id,
      plan: { target_uid: expect.any(String) },
    });
    await act('reject', id);
  });

  test('takes the beginning of an id if it is one action’s, and refuses one of several or of none', async () => {
    const [one, other] = [await uncordon(), await uncordon()];
    let same = 0;
    while (one[same] === other[same]) same += 1;
    expect(JSON.parse((await act('show', one.slice(0, same + 1), '--json')).stdout)).toMatchObject({ id: one });
    const shared = one.slice(0, same);
    // Ids begin with the time: one made before these two may share as much of it as they do.
    const { data } = JSON.parse((await act('list', '--json')).stdout) as { readonly data: readonly { id: string }[] };
    const those = data.filter(({ id }) => id.startsWith(shared)).length;
    expect(await act('show', shared)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        new RegExp(`${those} actions begin with .*${other}, ${one}.*\n  next: give more of the id`),
      ),
    });
    for (const none of ['ffffffff', 'bananas'])
      expect(await act('show', none)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('wheelhouse actions lists'),
      });
    expect(await act('show', '019a0000-0000-7000-8000-000000000000')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/next: .*\n {2}request id: \S+/s),
    });
    for (const id of [one, other]) await act('reject', id);
  });
});

describe('actions plan', () => {
  test('shows what would happen and the ETag, and does nothing', async () => {
    await house.kube.cordon(node, false);
    const { code, stdout } = await act('plan', 'cordon_node', '--node', node, '--cluster', 'prod-eu');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('spec.unschedulable  false → true') });
    expect(stdout).toMatch(/^etag {8}"\S+"$/m);
    expect(await isCordoned()).toBe(false);
  });

  test('scales to one more unless a number is given, and says what refuses it', async () => {
    const { namespace, name } = await house.kube.deployment(2);
    const words = ['plan', 'scale_deployment', '--namespace', namespace, '--deployment', name];
    expect(JSON.parse((await act(...words, '--json')).stdout)).toMatchObject({ changes: [{ before: 2, after: 3 }] });
    await house.kube.client.create(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { minAvailable: 2, selector: { matchLabels: { app: name } } },
    });
    const { stdout } = await act(...words, '--replicas', '1');
    expect(stdout).toContain(`blocked by  PodDisruptionBudget ${namespace}/web\n`);
    expect(stdout).toMatch(/^refused {5}Scaling Deployment .* would violate a PodDisruptionBudget/m);
    expect(stdout).toMatch(/^pods {8}1 of Deployment .*, which asks for 2$/m);
  });

  test.each([
    [['uncordon'], 'Did you mean uncordon_node?'],
    [['uncordon_node'], 'uncordon_node needs --node'],
    [['uncordon_node', '--node', 'a', '--replicas', '1'], 'uncordon_node does not take --replicas'],
    [['scale_deployment', '--namespace', 'a', '--deployment', 'b', '--replicas', '-1'], '--replicas must be a number'],
  ])('refuses %j before it calls anybody', async (words, said) => {
    const before = house.came.length;
    expect(await act('plan', ...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    expect(house.came.length).toBe(before);
  });
});

describe('actions approve', () => {
  test('shows the plan, asks a person, and does nothing for another word than yes', async () => {
    await house.kube.cordon(node, true);
    const id = await uncordon();
    const no = startOnTerminal(['actions', 'approve', id], { ...decider, NO_COLOR: '1' });
    expect(await no.until('stdout', 'Approve this?')).toContain('spec.unschedulable  true → false');
    no.type('n\r');
    expect(await no.ended).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('not approved; it is still waiting'),
    });
    expect(await statusOf(id)).toBe('pending_approval');
    const yes = startOnTerminal(['actions', 'approve', id, '--reason', 'I looked', '--watch'], decider);
    await yes.until('stdout', 'Approve this?');
    yes.type('yes\r');
    expect(await yes.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('success') });
    expect(await isCordoned()).toBe(false);
    expect((await act('show', id)).stdout).toMatch(/^approved {4}by user \S+\nnote {8}I looked$/m);
  });

  test('never asks where nobody is; with --yes it approves what it has shown', async () => {
    await house.kube.cordon(node, true);
    const id = await uncordon();
    expect(await act('approve', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') });
    expect(await isCordoned()).toBe(true);
    const { code, stdout } = await act('approve', id, '--yes');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^change {6}spec\.unschedulable {2}true → false$/m);
    expect(stdout).toContain(`approved; it is executing. Follow it: wheelhouse actions watch ${id}`);
    expect(await act('watch', id)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: success\nundo {8}Cordon/),
    });
    expect(await act('approve', id, '--yes')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('it is success'),
    });
  });

  test('without an id is of the only one that waits; of none or several it is refused', async () => {
    expect(await act('approve')).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing is waiting') });
    expect(await act('approve', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('requires an action id'),
    });
    const one = await uncordon();
    const asked = startOnTerminal(['actions', 'approve'], decider);
    expect(await asked.until('stdout', 'Approve this?')).toContain(one);
    asked.type('no\r');
    expect(await asked.ended).toMatchObject({ code: 5 });
    const other = await uncordon();
    expect(await act('approve')).toMatchObject({ code: 2, stderr: expect.stringContaining('2 actions are waiting') });
    for (const id of [one, other]) await act('reject', id);
  });

  test('with --json is the approved action alone', async () => {
    await house.kube.cordon(node, true);
    const id = await uncordon();
    const { code, stdout } = await act('approve', id, '--yes', '--json');
    expect({ code, action: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      action: { id, approved_by: { type: 'user' } },
    });
    expect((await act('watch', id)).code).toBe(0);
  });

  test('of a plan that has changed shows the differences and touches nothing', async () => {
    await house.kube.cordon(node, true);
    const id = await uncordon();
    const asked = startOnTerminal(['actions', 'approve', id], { ...decider, NO_COLOR: '1' });
    await asked.until('stdout', 'Approve this?');
    // Somebody else is faster.
    await house.kube.cordon(node, false);
    asked.type('y\r');
    const { code, stdout } = await asked.ended;
    expect(code).toBe(5);
    expect(stdout).toContain('- change: spec.unschedulable  true → false\r\n');
    expect(stdout).toContain('+ change: spec.unschedulable  false → false\r\n');
    expect(stdout).toMatch(/\+ warning: .*nothing would change.*approve it again.*request id: \S+/s);
    expect(await statusOf(id)).toBe('pending_approval');
    await act('reject', id);
  });

  test('of one’s own proposal is refused, unless an administrator says why', async () => {
    const me = JSON.parse((await run(['whoami', '--json'], decider)).stdout) as { readonly id: string };
    await house.kube.cordon(node, true);
    const id = await uncordon({ proposed_by: { type: 'user', id: me.id } });
    expect(await act('approve', id, '--yes')).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/--override-reason.*request id/s),
    });
    expect((await act('approve', id, '--yes', '--override-reason', 'nobody else is awake', '--watch')).code).toBe(0);
    expect((await act('show', id)).stdout).toContain('who had proposed it: nobody else is awake');
  });

  test('needs the scope actions', async () => {
    const id = await uncordon();
    const reader = await house.withToken(['read'], house.tenant);
    expect(await run(['actions', 'approve', id, '--yes'], reader)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/actions.*next: wheelhouse whoami.*request id/s),
    });
    await act('reject', id);
  });
});

describe('actions reject and cancel', () => {
  test('end what waits, with a reason; watch ends with 8 for it', async () => {
    for (const [verb, status] of [
      ['reject', 'rejected'],
      ['cancel', 'canceled'],
    ] as const) {
      const id = await uncordon();
      const watching = startOnTerminal(['actions', 'watch', id], decider);
      await watching.until('stdout', 'pending_approval');
      const { code, stdout } = await act(verb, id, '--reason', 'not today');
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `Uncordon Node ${node} is ${status}; nothing was changed in the cluster\n`,
      });
      expect(await watching.ended).toMatchObject({ code: 8, stdout: expect.stringContaining(`it is ${status}`) });
      expect(JSON.parse((await act('show', id, '--json')).stdout)).toMatchObject({ status, note: 'not today' });
      expect(await act(verb, id)).toMatchObject({ code: 5, stderr: expect.stringMatching(/next: .*request id/s) });
    }
  });
});

describe('actions watch', () => {
  test('with --json is a line for each change; one that failed ends with 6', async () => {
    const missing = await house.propose({
      action: 'uncordon_node',
      target: { node_name: 'no-such-node' },
      AutoApprove: false,
    });
    expect(await act('approve', missing, '--yes')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('does not exist'),
    });
    await act('reject', missing);
    const asked = await house.ask('POST', '/api/agents/action/api/v1/actions/uncordon', { node_name: 'no-such-node' });
    const id = String(asked.body.id);
    const { code, stdout, stderr } = await act('watch', id, '--json');
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: expect.stringMatching(/does not exist.*\n {2}next: wheelhouse actions show/),
    });
    const told = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly status: string });
    expect(told.at(-1)).toMatchObject({ id, status: 'failed', result: 'refused' });
    expect((await act('show', id)).stdout).toMatch(/^status {6}failed \(refused\)\nerror {7}.*target_missing\)$/m);
  });

  test('that is stopped says that the action goes on, and ends with 7', async () => {
    const id = await uncordon();
    const watching = startOnTerminal(['actions', 'watch', id], decider);
    await watching.until('stdout', 'pending_approval');
    watching.type('\u0003');
    expect(await watching.ended).toMatchObject({ code: 7, stdout: expect.stringContaining('it is pending_approval') });
    await act('reject', id);
  });
});
