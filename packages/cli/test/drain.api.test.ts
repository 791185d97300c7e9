import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allReady, makePool, type Pool } from '../../../services/action-agent/test/drain-objects.ts';
import { type ActionsHouse, openActionsHouse } from './actions-house.ts';
import { type Ended, type Environment, run, startOnTerminal } from './running.ts';

let house: ActionsHouse;
let decider: Environment;
let pool: Pool;
let node = '';
beforeAll(async () => {
  house = await openActionsHouse();
  decider = { ...house.decider, NO_COLOR: '1' };
});
beforeEach(async () => {
  pool = await makePool(house.kube);
  node = await pool.node();
});
afterEach(() => pool.remove());
afterAll(() => house.close());

const act = (...words: readonly string[]): Promise<Ended> => run(['actions', ...words], decider);
const isCordoned = async (name: string) => {
  const { spec } = await house.kube.client.get<{ spec?: { unschedulable?: boolean } }>(`/api/v1/nodes/${name}`);
  return spec?.unschedulable ?? false;
};

/** Two pods that go at once, and one whose budget lets none go. */
async function blocked(): Promise<void> {
  await pool.pod('free-1', node);
  await pool.pod('free-2', node);
  await pool.pod('held', node);
  await pool.budget('hold', 'held', { minAvailable: 1 });
  await allReady(pool, 3);
}

describe('actions drain', () => {
  test('shows the plan and asks; anything but yes changes nothing', async () => {
    await blocked();
    const asked = startOnTerminal(['actions', 'drain', node], decider);
    const plan = await asked.until('stdout', `Drain ${node}?`);
    for (const words of [
      `Drain Node ${node}`,
      'spec.unschedulable  false → true',
      'evicts      3 pods',
      `${pool.namespace}/held, which has no owner, budget hold`,
      `budget      ${pool.namespace}/hold: 1 healthy, 1 needed, so none may go now; 1 of its pods is here`,
      'has no controller, so nothing would recreate it',
      'takes       at most',
      'stays       No pod stays.',
      `undo        Uncordon ${node}`,
    ])
      expect(plan).toContain(words);
    asked.type('n\r');
    expect(await asked.ended).toMatchObject({ code: 5, stdout: expect.stringContaining('nothing was changed') });
    expect(await isCordoned(node)).toBe(false);
  });

  test('on a terminal has a bar, names the blocked pod with its budget, attempt and next try, and ends with the pods', async () => {
    await blocked();
    const watched = startOnTerminal(['actions', 'drain', node, '--reason', 'a new disk'], decider);
    await watched.until('stdout', `Drain ${node}?`);
    watched.type('yes\r');
    const held = `${pool.namespace}/held is blocked by budget hold: attempt`;
    await watched.until('stdout', new RegExp(`${held} \\d of 5, next try in \\d+ s`));
    expect(await watched.until('stdout', '2 of 3 pods gone')).toMatch(/█+░+ {2}2 of 3 pods gone, at most .* left/);
    await pool.setBudget('hold', { minAvailable: 0 }, 1);
    const { code, stdout } = await watched.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/: success/) });
    expect(stdout).toContain('drained     3 pods evicted; the node is cordoned');
    expect(await pool.pods()).toEqual([]);
    expect(await isCordoned(node)).toBe(true);
  });

  test('in a script never asks, needs --yes, and tells what is new in lines', async () => {
    await blocked();
    expect(await act('drain', node)).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') });
    expect(await isCordoned(node)).toBe(false);
    const draining = act('drain', node, '--yes', '--cluster', 'prod-eu');
    await untilBlocked();
    await pool.setBudget('hold', { minAvailable: 0 }, 1);
    const { code, stdout, stderr } = await draining;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('evicts      3 pods') });
    expect(stderr).toMatch(new RegExp(`^ {2}${pool.namespace}/held is blocked by budget hold: attempt 1 of 5`, 'm'));
    expect(stderr).not.toContain('█');
  });

  test('with --json is a line for each change, and nothing else', async () => {
    await pool.pod('free-1', node);
    await allReady(pool, 1);
    const { code, stdout } = await act('drain', node, '--yes', '--json');
    const told = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly status: string });
    expect({ code, last: told.at(-1) }).toMatchObject({
      code: 0,
      last: { status: 'success', details: { drain: { counts: { evicted: 1 } }, pods: [{ pod: 'free-1' }] } },
    });
  });

  test('Ctrl-C stops watching and not the drain; cancel stops that, and says how the node is left', async () => {
    await blocked();
    const watched = startOnTerminal(['actions', 'drain', node], decider);
    await watched.until('stdout', `Drain ${node}?`);
    watched.type('y\r');
    await watched.until('stdout', 'is blocked by budget hold');
    watched.type('\u0003');
    const { code, stdout } = await watched.ended;
    expect(code).toBe(7);
    const [, id = ''] =
      /is still running: it is executing\r?\n.*to stop it: wheelhouse actions cancel (\S+)/.exec(stdout) ?? [];
    expect((await act('show', id)).stdout).toMatch(
      new RegExp(`^blocked {5}${pool.namespace}/held is blocked by budget hold: attempt \\d of 5`, 'm'),
    );
    const again = startOnTerminal(['actions', 'watch', id], decider);
    await again.until('stdout', 'is blocked by budget hold');
    expect(await act('cancel', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`2 of 3 pods are gone. Node ${node} stays cordoned.`),
    });
    expect(await again.ended).toMatchObject({ code: 8, stdout: expect.stringContaining('it is canceled') });
    expect((await pool.pods()).map(({ metadata }) => metadata.name)).toEqual(['held']);
    expect(await act('undo', id)).toMatchObject({ code: 0, stdout: expect.stringContaining('Uncordon Node') });
    await eventually(async () => expect(await isCordoned(node)).toBe(false));
  });

  test.each([
    [[], 'name a node, or choose nodes with --selector'],
    [['a-node', '--selector', 'pool=old'], 'name a node, or choose nodes with --selector'],
  ])('refuses %j before it calls anybody', async (words, said) => {
    const before = house.came.length;
    expect(await act('drain', ...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    expect(house.came.length).toBe(before);
  });

  test('of a node that is not there is refused before anything is asked', async () => {
    expect(await act('drain', 'no-such-node', '--yes')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('does not exist'),
    });
  });

  test('needs the scope actions', async () => {
    const reader = await house.withToken(['read'], house.tenant);
    expect(await run(['actions', 'drain', node, '--yes'], reader)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/actions.*next: wheelhouse whoami.*request id/s),
    });
  });
});

async function untilBlocked(): Promise<void> {
  await eventually(async () => {
    const { body } = await house.ask('GET', '/api/agents/action/api/v1/actions?status=executing');
    const [only] = body.data as readonly { readonly progress: string | null }[];
    expect(only?.progress).toContain('waits for budget');
  });
}

describe('actions drain --selector', () => {
  /** By the labels that the monitor has seen. */
  const selected = async (count: number) => {
    const selector = `wheelhouse.dev/test-pool=${pool.name}`;
    await eventually(async () => {
      const path = `/api/k8s-monitor/api/v1/nodes?label_selector=${encodeURIComponent(selector)}`;
      const { body } = await house.ask('GET', path);
      expect(body).toMatchObject({ total: count });
    });
    return selector;
  };

  test('plans all of them, asks once, and drains one after the other', async () => {
    const other = await pool.node();
    await pool.pod('one', node);
    await pool.pod('two', other);
    await allReady(pool, 2);
    const selector = await selected(2);
    const asked = startOnTerminal(['actions', 'drain', '--selector', selector], decider);
    const plan = await asked.until('stdout', 'Drain 2 nodes, one after the other?');
    expect(plan).toMatch(new RegExp(`NODE.*EVICTS.*TAKES AT MOST.*${node}.*1 pod.*${other}.*1 pod`, 's'));
    expect(plan).toContain('in all: 2 nodes, 2 pods, at most');
    expect(await isCordoned(node)).toBe(false);
    asked.type('yes\r');
    const { code, stdout } = await asked.ended;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`2 nodes are drained: ${node}, ${other}`),
    });
    expect(await pool.pods()).toEqual([]);
  });

  test('stops at the first that does not succeed, and says which were done and which were not', async () => {
    const [second, third] = [await pool.node(), await pool.node()];
    await pool.pod('one', node);
    await pool.pod('held', second);
    await pool.pod('three', third);
    await pool.budget('hold', 'held', { minAvailable: 1 });
    await allReady(pool, 3);
    const selector = await selected(3);
    const draining = act('drain', '--selector', selector, '--yes');
    await untilBlocked();
    const { body } = await house.ask('GET', '/api/agents/action/api/v1/actions?status=executing');
    await act('cancel', String((body.data as readonly { id: string }[])[0]?.id));
    const { code, stderr } = await draining;
    expect(code).toBe(8);
    expect(stderr).toContain(`stopped at ${second}\ndrained: ${node}\nnot begun: ${third}\n`);
    expect((await pool.pods()).map(({ metadata }) => metadata.name).toSorted()).toEqual(['held', 'three']);
    expect(await isCordoned(third)).toBe(false);
  });

  test('that no node matches says so', async () => {
    expect(await act('drain', '--selector', 'wheelhouse.dev/test-pool=nobody', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no node matches'),
    });
  });
});
