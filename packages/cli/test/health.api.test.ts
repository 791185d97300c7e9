import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MonitorHouse } from '../../../services/k8s-monitor/test/house.ts';
import { issueOf, seedHealth } from '../../../services/k8s-monitor/test/rows.ts';
import type { TestTenant } from '../../../services/auth/test/start.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import { type Environment, run, runOnTerminal, start, startOnTerminal } from './running.ts';

let house: CliHouse;
let tenant: TestTenant;
let reader: Environment;
beforeAll(async () => {
  house = await openCliHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  tenant = await house.house.tenant();
  reader = await house.withToken(undefined, tenant);
});

const before = (ms: number) => new Date(Date.now() - ms);
type Seed = Parameters<typeof seedHealth>[3];
const healthy: Seed = { score: 100, ready: 20, total: 20 };
/** A watcher's hand on the rows; observed in some minutes unless given, so that a slow machine makes nothing stale. */
const seed = (clusterId: string, health: Seed) =>
  seedHealth({ db: house.house.db } as MonitorHouse, tenant.id, clusterId, { observedAt: before(-600_000), ...health });
const cordoned = (clusterId: string) => ({
  ...issueOf(clusterId, 1, 'node-7'),
  severity: 'info',
  reason: 'node_cordoned',
  suggested_action: 'When maintenance is finished: kubectl uncordon node-7.',
});

describe('health', () => {
  test('of a healthy cluster is one line', async () => {
    await seed(await house.unreached(reader, 'prod-eu'), healthy);
    const expected = { code: 0, stdout: 'healthScore 100, nodes 20/20, no issues\n', stderr: '' };
    expect(await run(['health'], reader)).toEqual(expected);
    expect(await run(['health', 'prod-eu'], reader)).toEqual(expected);
  });

  test('names impact, title, object, since and remedy of every issue', async () => {
    const id = await house.unreached(reader, 'prod-eu');
    await seed(id, { ...healthy, score: 99, issues: [cordoned(id)] });
    const { stdout } = await run(['health'], reader);
    expect(stdout).toMatch(
      /^healthScore 99, nodes 20\/20, 1 issue\n {5}-1 {3}Node cordoned, Node node-7, since 20\S+Z\n {10}When maintenance is finished: kubectl uncordon node-7\.\n$/,
    );
    const terminal = await runOnTerminal(['health'], { ...reader, NO_COLOR: '1' });
    expect(terminal.stdout).toMatch(/Node cordoned, Node node-7, since (now|\d+ sec\. ago|\d+ min\. ago)\r\n/);
    expect(JSON.parse((await run(['health', '--json'], reader)).stdout)).toMatchObject({
      healthScore: 99,
      cluster_id: id,
      issues: [{ reason: 'node_cordoned', object: { name: 'node-7' } }],
    });
  });

  test('says of an issue that an action is meant to cause which action that is', async () => {
    const id = await house.unreached(reader, 'prod-eu');
    const action_id = '019cad8f-0000-7000-8000-00000000000a';
    const issue = { ...cordoned(id), score_impact: 0, action_id, expected: true };
    await seed(id, { ...healthy, issues: [issue] });
    expect((await run(['health'], reader)).stdout).toMatch(
      new RegExp(
        `^healthScore 100, nodes 20/20, 1 issue\\n {6}0 {3}Node cordoned \\(expected\\), Node node-7, since 20\\S+Z\\n {10}Expected while action ${action_id} runs\\.\\n$`,
      ),
    );
  });

  test('of several has a line for each, also for one that was never observed', async () => {
    await seed(await house.unreached(reader, 'prod-eu'), healthy);
    await seed(await house.unreached(reader, 'prod-us'), { score: 90, ready: 2, total: 3 });
    await house.unreached(reader, 'fresh');
    const { code, stdout } = await run(['health'], reader);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^fresh: (Pending|Unreachable), The cluster has n/),
      'prod-us: healthScore 90, nodes 2/3, no issues',
      'prod-eu: healthScore 100, nodes 20/20, no issues',
    ]);
    expect(JSON.parse((await run(['health', '--json'], reader)).stdout)).toMatchObject({
      healthScore: 90,
      totalNodes: 23,
    });
    expect((await run(['health', 'prod-us'], reader)).stdout).toBe('healthScore 90, nodes 2/3, no issues\n');
  });

  test('of one that is new waits for its first observation', async () => {
    const id = await house.unreached(reader, 'fresh');
    const waiting = start(['health'], reader);
    await waiting.until('stderr', /^fresh is (Pending|Unreachable); waiting for its first observation\n$/);
    await seed(id, healthy);
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'healthScore 100, nodes 20/20, no issues\n' });
  });

  test('that is stale says since when', async () => {
    const observedAt = before(60_000);
    await seed(await house.unreached(reader, 'prod-eu'), { ...healthy, observedAt });
    const { stdout } = await run(['health'], reader);
    expect(stdout).toBe(
      `healthScore 100, nodes 20/20, no issues\n  stale: last seen ${observedAt.toISOString()}; showing the last known state\n`,
    );
    const terminal = await runOnTerminal(['health'], { ...reader, NO_COLOR: '1' });
    expect(terminal.stdout).toContain(`${observedAt.toISOString()} (1 min. ago)`);
  });

  test('without a cluster names the next step', async () => {
    expect(await run(['health'], reader)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('wheelhouse clusters connect'),
    });
  });

  test('tells nobody of another tenant', async () => {
    const id = await house.unreached(reader, 'prod-eu');
    await seed(id, healthy);
    const stranger = await house.withToken();
    expect(await run(['health', 'prod-eu'], stranger)).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['health', id], stranger)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('health --watch', () => {
  test('tells of every change, with its time, and ends well on Ctrl-C', async () => {
    const id = await house.unreached(reader, 'prod-eu');
    await seed(id, healthy);
    const watch = start(['health', '--watch'], reader);
    await watch.until('stdout', /^20\S+Z\nhealthScore 100, nodes 20\/20, no issues\n/);
    await seed(id, { ...healthy, score: 99, issues: [cordoned(id)] });
    await watch.until('stdout', 'kubectl uncordon node-7');
    const observedAt = before(60_000);
    await seed(id, { ...healthy, observedAt });
    await watch.until('stdout', `stale: last seen ${observedAt.toISOString()}`);
    watch.kill('SIGINT');
    expect(await watch.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('with --json is a document a line, the API’s own', async () => {
    const id = await house.unreached(reader, 'prod-eu');
    await seed(id, healthy);
    const watch = start(['health', 'prod-eu', '--watch', '--json'], reader);
    await watch.until('stdout', /\n/);
    await seed(id, { ...healthy, ready: 19 });
    await watch.until('stdout', /"readyNodes":19/);
    watch.kill('SIGTERM');
    const { code, stdout } = await watch.ended;
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { healthScore: 100, readyNodes: 20, cluster_id: id },
      { healthScore: 100, readyNodes: 19, cluster_id: id },
    ]);
  });

  test('redraws a terminal, of several clusters too', async () => {
    const [one, two] = [await house.unreached(reader, 'prod-eu'), await house.unreached(reader, 'prod-us')];
    await seed(one, healthy);
    await seed(two, healthy);
    const watch = startOnTerminal(['health', '--watch'], reader);
    await watch.until('stdout', 'Ctrl-C ends it');
    await seed(two, { ...healthy, ready: 19 });
    const said = await watch.until('stdout', 'nodes 19/20');
    expect(said.split('\u001b[2J').length).toBeGreaterThanOrEqual(3);
    watch.type('\u0003');
    expect((await watch.ended).code).toBe(0);
  });

  test('says when the server is gone and that it is back', async () => {
    const id = await house.unreached(reader, 'prod-eu');
    await seed(id, healthy);
    const watch = start(['health', '--watch'], reader);
    await watch.until('stdout', 'no issues');
    const back = await house.cut();
    await watch.until('stderr', /stale since 20\S+Z: the server does not respond/);
    await back();
    await watch.until('stderr', 'reconnected');
    await seed(id, { ...healthy, ready: 19 });
    await watch.until('stdout', 'nodes 19/20');
    watch.kill('SIGINT');
    expect((await watch.ended).code).toBe(0);
  });

  test('ends when the cluster is removed', async () => {
    await seed(await house.unreached(reader, 'prod-eu'), healthy);
    const watch = start(['health', 'prod-eu', '--watch'], reader);
    await watch.until('stdout', 'no issues');
    await run(['clusters', 'remove', 'prod-eu', '--yes'], reader);
    expect(await watch.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('the cluster was removed') });
  });
});
