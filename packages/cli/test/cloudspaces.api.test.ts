import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onNode } from '../../../services/platform/test/apps-house.ts';
import { type AppsHouse, newName, openAppsHouse } from './apps-house.ts';
import { type Ended, run, startOnTerminal } from './running.ts';

let house: AppsHouse;
const name = newName();
beforeAll(async () => {
  house = await openAppsHouse(async (kube) => onNode(await kube.reservedNode()));
});
afterAll(() => house.close());

const space = (words: readonly string[], input?: string): Promise<Ended> =>
  run(['cloudspaces', ...words], house.developer, input);
const json = async (...words: readonly string[]) => JSON.parse((await space([...words, '--json'])).stdout);

test('of none the list says the next step', async () => {
  expect(await space([])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'no CloudSpace yet; next: wheelhouse cloudspaces create NAME --cluster CLUSTER\n',
  });
  expect(await run(['apps', 'create', 'web', '--image', 'shop/web:1'], house.developer)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('next: wheelhouse cloudspaces create NAME'),
  });
});

test.each([
  [['create', 'x', '--pods', 'many'], 2, '--pods must be a number of pods'],
  [['create', 'x', '--pod-security', 'strict'], 2, 'expected one of baseline, restricted'],
  [['create', 'x', '--cluster', 'nowhere'], 1, 'there is no cluster nowhere'],
  [['show', 'nowhere'], 1, 'wheelhouse cloudspaces lists them'],
  [['set-registry', 'x', 'registry.example.com', '--username', 'ci'], 2, 'pass --password-stdin'],
])('%j ends with %i', async (words, expected, said) => {
  const { code, stdout, stderr } = await space(words);
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
  expect(stderr).toContain(said);
});

describe('one', () => {
  test('is created in the only cluster there is, and waited for until it is Ready', async () => {
    const { code, stdout, stderr } = await space(['create', name, '--cpu', '4', '--memory', '8Gi', '--pods', '40']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    for (const line of [
      new RegExp(`^${name}\nphase {7}Ready \\(ready\\)\n`),
      /^cluster {5}prod-eu$/m,
      new RegExp(`^namespace {3}${name}$`, 'm'),
      /^quota {7}cpu 4, memory 8Gi, 40 pods$/m,
      /^security {4}baseline$/m,
    ])
      expect(stdout).toMatch(line);
    const [head, row] = (await space(['list', '--phase', 'Ready'])).stdout.split('\n');
    expect(head).toMatch(/^NAME +PHASE +CLUSTER +NAMESPACE +APPS +QUOTA +CREATED +WHY$/);
    expect(row).toMatch(new RegExp(`^${name} +Ready +prod-eu +${name} +0 +cpu 4, memory 8Gi, 40 pods +20`));
    expect(await space(['create', name])).toMatchObject({ code: 5, stdout: '' });
    const offered = await run(['__complete', '--', 'cloudspaces', 'show', ''], house.developer);
    expect(offered.stdout).toBe(`${name}\n`);
  });

  test('pulls images with a password that is read from stdin and never shown', async () => {
    const words = ['set-registry', name, 'registry.example.com', '--username', 'ci', '--password-stdin'];
    const set = await space(words, 'a secret\n');
    expect(set).toMatchObject({
      code: 0,
      stdout: `${name} pulls images from registry.example.com as ci from now on\n`,
    });
    const shown = (await space(['show', name])).stdout;
    expect(shown).toMatch(/^registry {4}registry\.example\.com as ci, set 20/m);
    expect(shown).not.toContain('a secret');
    expect(await space(['remove-registry', name, 'registry.example.com'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no longer pulls images'),
    });
    expect(await json('show', name)).toMatchObject({ registries: [] });
  });

  test('that is well is not tried again', async () => {
    await expect.poll(async () => (await json('show', name)).phase, { timeout: 30_000 }).toBe('Ready');
    expect(await space(['retry', name])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('nothing has failed'),
    });
  });

  test('with apps is deleted only with them; a person types its name', async () => {
    const words = ['apps', 'create', 'worker', '--image', 'shop/worker:1', '--cloudspace', name, '--no-wait'];
    expect(await run(words, house.developer)).toMatchObject({ code: 7 });
    expect(await space(['delete', name, '--yes'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('has 1 app: worker'),
    });
    const asked = startOnTerminal(['cloudspaces', 'delete', name, '--cascade'], { ...house.developer, NO_COLOR: '1' });
    await asked.until('stdout', 'Type its name to continue:');
    asked.type(`${name}\r`);
    const { code, stdout } = await asked.ended;
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`${name} is gone`) });
    expect(await space(['show', name])).toMatchObject({ code: 1 });
  });
});

test('in a cluster that nobody reaches it goes on without whoever waited', async () => {
  await house.unreached(house.developer, 'far-away');
  const elsewhere = newName();
  expect(await space(['create', elsewhere])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('you have several clusters'),
  });
  expect(await space(['create', elsewhere, '--cluster', 'far-away', '--timeout', '2'])).toMatchObject({
    code: 7,
    stderr: expect.stringContaining(`${elsewhere} is still Pending; that goes on without you`),
  });
  expect(await space(['delete', elsewhere, '--yes', '--timeout', '30'])).toMatchObject({ code: 0 });
});
