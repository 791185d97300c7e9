import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appLabel } from '../../../services/platform/src/engine/names.ts';
import { onNode } from '../../../services/platform/test/apps-house.ts';
import { type AppsHouse, openAppsHouse } from './apps-house.ts';
import { newHome } from './house.ts';
import { type Ended, run, startOnTerminal } from './running.ts';

/** On a node of KWOK's, where pods are said to run: workers, which are Live when their pods have been ready for 15 s. */
let house: AppsHouse;
let space = '';
let other = '';
beforeAll(async () => {
  house = await openAppsHouse(async (kube) => onNode(await kube.reservedNode()));
  [space, other] = await Promise.all([house.cloudspace(), house.cloudspace()]);
});
afterAll(() => house.close());

const app = (...words: readonly string[]): Promise<Ended> => run(['apps', ...words], house.developer);
const json = async (...words: readonly string[]) => JSON.parse((await app(...words, '--json')).stdout);
const inLines = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly phase: string; readonly revision: number });

function fileOf(more: object): string {
  const file = join(newHome(), 'app.json');
  writeFileSync(file, JSON.stringify({ name: 'worker', cloudspace: space, image: 'shop/worker:1', ...more }));
  return file;
}

describe('before there is an app', () => {
  test('the list says so and the next step', async () => {
    expect(await app()).toEqual({
      code: 0,
      stdout: '',
      stderr: 'no app yet; next: wheelhouse apps create NAME --image IMAGE --port PORT\n',
    });
  });

  test.each([
    [['deploy'], 2, 'name an app, or describe one with -f FILE'],
    [['deploy', 'web', '-f', '/no/such/file'], 2, 'the file cannot be read'],
    [['deploy', 'web', '--image', 'shop/web:1'], 1, 'create it: wheelhouse apps create web --image IMAGE'],
    [['deploy', 'web', '--env', 'A'], 2, '--env must be NAME=VALUE, not A'],
    [['deploy', 'web', '--env', 'A=b', '--unset', 'A'], 2, 'A cannot be both set and unset'],
    [['deploy', 'web', '--port', 'http'], 2, '--port must be a number up to 65535'],
    [['deploy', 'web', '--timeout', '0'], 2, '--timeout must be a number of seconds'],
    [['create', 'web'], 2, '--image'],
    [['create', 'web', '--image', 'shop/web:1'], 2, 'you have several CloudSpaces'],
    [['create', 'web', '--image', 'shop/web:1', '--cloudspace', 'nowhere'], 1, 'there is no CloudSpace nowhere'],
    [['status', 'web'], 1, 'there is no app web'],
    [['scale', 'web', 'many'], 2, 'replicas must be a number up to 200'],
    [['rollback', 'web', '--to', 'first'], 2, '--to must be a number'],
    [['logs', 'web', '--since', 'long'], 2, '--since must be an age of up to a day'],
    [['list', '--phase', 'Lively'], 2, 'Did you mean Live?'],
    [['list', '--state', 'delete_fail'], 2, 'Did you mean delete_failed?'],
  ])('%j ends with %i', async (words, expected, said) => {
    const { code, stdout, stderr } = await app(...words);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toContain(said);
  });

  test('what cannot be an app is refused with its fields by name', async () => {
    const words = ['--cloudspace', space, '--image', 'shop/web:1', '--env', 'PORT=1'];
    expect(await app('create', 'web', ...words)).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(/env\.PORT: is set for you.*\n {2}next: .*\n {2}request id: /s),
    });
    expect(await app('deploy', '-f', fileOf({ prot: 80 }))).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('prot'),
    });
  });

  test('whoever may only read is refused', async () => {
    const reader = await house.withToken(['read'], house.tenant);
    const words = ['apps', 'create', 'web', '--image', 'shop/web:1', '--cloudspace', space];
    expect(await run(words, reader)).toMatchObject({ code: 5, stderr: expect.stringContaining('deploy') });
  });
});

describe('an app from its first deployment on', () => {
  test('deploy -f creates it, tells each phase and what it waits for, and ends when it is Live', async () => {
    const { code, stdout, stderr } = await app('deploy', '-f', fileOf({ replicas: 2, env: { A: '1', B: '2' } }));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(
      new RegExp(
        `^${space}/worker is Live\nrevision    1\nimage       shop/worker:1\naddress     none: .*\ntook        \\d+ s\n$`,
      ),
    );
    expect(stderr).toMatch(/^there is no app worker yet; creating it\n/);
    expect(stderr.match(/^(Queued|Syncing|RollingOut|Verifying) +\d+ s$/gm)).toHaveLength(4);
    expect(stderr).toMatch(/^Verifying +All pods must be ready for 15 s without a break/m);
  });

  test('list, show and status tell how it stands', async () => {
    const [head, row] = (await app('list', '--cloudspace', space)).stdout.split('\n');
    expect(head).toMatch(/^NAME +CLOUDSPACE +STATE +REVISION +READY +IMAGE +DEPLOYED +BY +WHY$/);
    expect(row).toMatch(new RegExp(`^worker +${space} +Live +1 +2/2 +shop/worker:1 +20\\S+Z +user \\S+$`));
    expect((await app('list', '--cloudspace', other)).stderr).toBe('no matching apps\n');
    const { stdout } = await app('show', 'worker');
    for (const line of [/^state {7}Live$/m, /^env {9}A=1\n {12}B=2$/m, /^replicas {4}2 asked for, 2 ready$/m])
      expect(stdout).toMatch(line);
    const status = (await app('status', `${space}/worker`)).stdout;
    for (const line of [
      /^phase {7}Live, revision 1, since 20/m,
      /^gitops {6}Synced$/m,
      /^replicas {4}2 of 2 ready$/m,
      /^reachable {3}yes, since all its pods are ready, 20/m,
    ])
      expect(status).toMatch(line);
    expect(await json('status', 'worker')).toMatchObject({ phase: 'Live', reachable_by: 'readiness' });
  });

  test('deployed as it is, nothing happens', async () => {
    const file = fileOf({ replicas: 5, env: { A: '1', B: '2' } });
    const { code, stdout, stderr } = await app('deploy', 'worker', '-f', file);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `nothing to deploy: revision 1 of ${space}/worker is Live and has it all\n`,
    });
    expect(stderr).toContain(`wheelhouse apps scale ${space}/worker 5`);
    expect(await app('deploy', 'other', '-f', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the file describes the app worker, not other'),
    });
  });

  test('the time is over, or Ctrl-C is pressed: it goes on; cancel puts back what was', async () => {
    // Its pods never become ready: however busy the machine is, there is something to wait for.
    const changes = ['--env', 'A=2', '--env', 'KWOK_BEHAVIOUR=unready', '--unset', 'B'];
    const words = ['deploy', 'worker', ...changes, '--note', 'less'];
    expect(await app(...words, '--timeout', '2')).toMatchObject({
      code: 7,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `revision 2 of ${space}/worker is still being deployed \\(.*\\); that goes on without you\n.*cancel`,
        ),
      ),
    });
    // Without a change it is followed, not begun anew.
    const watched = startOnTerminal(['apps', 'deploy', 'worker'], { ...house.developer, NO_COLOR: '1' });
    await watched.until('stdout', /RollingOut +\d+ s {2}\d of 2 new pods /);
    watched.type('\u0003');
    expect(await watched.ended).toMatchObject({ code: 7, stdout: expect.stringContaining('revision 2 of') });
    const { code, stdout } = await app('cancel', 'worker');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `revision 2 of ${space}/worker is Canceled; revision 1 is put back, as revision 3\n`,
    });
    expect(await app('deploy', 'worker')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('revision    3, which puts revision 1 back'),
    });
  });

  test('with --json each change is a line, and the last is its end', async () => {
    const { code, stdout } = await app('deploy', 'worker', '--image', 'shop/worker:2', '--json');
    const told = inLines(stdout);
    expect(code).toBe(0);
    expect(told.at(0)).toMatchObject({ revision: 4 });
    expect(told.at(-1)).toMatchObject({ revision: 4, phase: 'Live', is_current: true });
  });

  test('history lists the revisions, what each changed, and all of one', async () => {
    const rows = (await app('history', 'worker')).stdout.trimEnd().split('\n');
    expect(rows[0]).toMatch(/^REVISION +PHASE +IMAGE +WHY +WHO +WHEN$/);
    expect(rows.slice(1).map((row) => row.split(/ {2,}/).slice(0, 4))).toEqual([
      ['4 (runs)', 'Live', 'shop/worker:2', '-'],
      ['3', 'Live', expect.stringContaining('shop/worker'), 'puts 1 back'],
      ['2', 'Canceled', 'shop/worker:1', 'less'],
      ['1', 'Live', 'shop/worker:1', '-'],
    ]);
    const { stdout } = await app('history', 'worker', '--diff', '--limit', '3');
    expect(stdout).toMatch(
      /^revision 2, Canceled, user \S+, 20\S+\nchanges {5}env\.A {2}1 → 2\n {12}env\.B {2}2 → nothing\n {12}env\.KWOK_BEHAVIOUR {2}nothing → unready$/m,
    );
    expect((await app('history', 'worker', '2')).stdout).toMatch(/^why {9}Canceled\.$/m);
    expect(await json('history', 'worker', '1')).toMatchObject({ content: { env: { A: '1', B: '2' } } });
    expect(await app('history', 'worker', '99')).toMatchObject({ code: 1 });
  });

  test('a rollback pins; until it is released nothing is deployed', async () => {
    const { code, stdout, stderr } = await app('rollback', 'worker', '--reason', 'orders got lost');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(new RegExp(`^putting revision 3 of ${space}/worker back, and pinning it\n`));
    expect(stdout).toMatch(/^revision {4}5, which puts revision 3 back$/m);
    expect(stdout).toMatch(
      /^pinned {6}to revision 3 by user \S+, \S+: orders got lost\n {12}to release it: wheelhouse apps unpin /m,
    );
    expect(await app('deploy', 'worker', '--image', 'shop/worker:3')).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(
        /pinned to revision 3 .*orders got lost.*\n {2}next: wheelhouse apps unpin .*\/worker\n/,
      ),
    });
    expect((await app('list')).stdout).toMatch(/ pinned /);
    expect((await app('list', '--pinned', '--state', 'active')).stdout).toMatch(/ pinned /);
    expect((await app('list', '--pinned', '--state', 'delete_failed')).stderr).toBe('no matching apps\n');
    expect(await app('rollback', 'worker', '--to', '99')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('has no revision 99'),
    });
    expect((await app('unpin', 'worker')).stdout).toContain('is no longer pinned; revision 5 runs until');
    expect(await app('unpin', 'worker')).toMatchObject({ code: 5, stderr: expect.stringContaining('is not pinned') });
  });

  test('scale sets the count; below a budget it is refused with its figures', async () => {
    expect((await app('scale', 'worker', '3')).stdout).toBe(`${space}/worker is asked for 3 replicas; before: 2\n`);
    const { id } = await json('show', 'worker');
    await house.kube.client.create(`/apis/policy/v1/namespaces/${space}/poddisruptionbudgets`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'two-at-least', namespace: space },
      spec: { minAvailable: 2, selector: { matchLabels: { [appLabel]: id } } },
    });
    await eventually(async () => {
      const { code, stderr } = await app('scale', 'worker', '1');
      expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('two-at-least') });
    });
    expect(await json('show', 'worker')).toMatchObject({ replicas: 3 });
  });

  test('of two with the same name neither is guessed', async () => {
    const words = ['create', 'worker', '--image', 'shop/worker:1', '--cloudspace', other, '--no-wait'];
    expect(await app(...words)).toMatchObject({ code: 7 });
    const { code, stderr } = await app('status', 'worker');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/2 apps are called worker: .*\n {2}next: say which: CLOUDSPACE\/NAME\n/),
    });
    expect(await json('show', `${other}/worker`)).toMatchObject({ cloudspace_name: other });
    const offered = await run(['__complete', '--', 'apps', 'status', ''], house.developer);
    expect(offered.stdout.trim().split('\n').toSorted()).toEqual([`${other}/worker`, `${space}/worker`].toSorted());
    expect(await app(...words)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('already an app named worker'),
    });
  });

  test('delete asks a person for its name, and waits until it is gone', async () => {
    expect(await app('delete', `${space}/worker`)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const { code, stdout, stderr } = await app('delete', `${space}/worker`, '--yes');
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: `${space}/worker is gone\n` });
    expect(await app('show', `${space}/worker`)).toMatchObject({ code: 1 });
  });
});
