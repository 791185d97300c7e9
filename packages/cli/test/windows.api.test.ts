import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IncidentsHouse, openIncidentsHouse } from './incidents-house.ts';
import { type Ended, run } from './running.ts';

let house: IncidentsHouse;
beforeAll(async () => {
  house = await openIncidentsHouse();
});
afterAll(() => house.close());

const windows = (...words: readonly string[]): Promise<Ended> => run(['windows', ...words], house.responder);
const json = async (...words: readonly string[]) => JSON.parse((await windows(...words, '--json')).stdout);
const minutes = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 60_000;

describe('windows', () => {
  test('of nothing says so and the next step', async () => {
    const stranger = await house.withToken(['read']);
    expect(await run(['windows'], stranger)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'no maintenance windows yet; next: wheelhouse windows create --name NAME --for 2h\n',
    });
  });

  test('one is announced, keeps signals from opening incidents, is listed, and ended by its name', async () => {
    const place = ['--cluster', 'prod-eu', '--namespace', 'patched'];
    const created = await windows('create', '--name', 'patching', '--for', '2h', ...place, '--reason', 'new kernel');
    expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('opens incidents then') });
    const [title, ...facts] = created.stdout.trimEnd().split('\n');
    expect(title).toBe('patching');
    expect(facts).toEqual([
      'state       active',
      'cluster     prod-eu',
      'where       namespace patched',
      expect.stringMatching(/^from {8}20\S+Z$/),
      expect.stringMatching(/^until {7}20\S+Z$/),
      'why         new kernel',
      expect.stringMatching(/^id {10}[\da-f-]{36}$/),
    ]);
    const sent = await house.signal({ object: { kind: 'Deployment', namespace: 'patched', name: 'web' } });
    await expect(house.numberOf(sent)).rejects.toThrow('no incident is about');
    const [head, row] = (await windows()).stdout.split('\n');
    expect(head).toMatch(/^NAME +STATE +CLUSTER +WHERE +FROM +UNTIL +KEPT +WHY +ID$/);
    expect(row).toMatch(/^patching +active +prod-eu +namespace patched +20\S+Z +20\S+Z +1 +new kernel +\S+$/);

    expect((await windows('end', 'patching')).stdout).toBe(
      'patching has ended; what still fires opens incidents now\n',
    );
    await eventually(async () => expect(await house.numberOf(sent)).toMatch(/^\d+$/));
    expect(await windows('end', 'patching')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no scheduled or active window patching\n  next: wheelhouse windows'),
    });
  });

  test('one that lies ahead has its times, and is canceled by its id or the beginning of it', async () => {
    const from = new Date(Date.now() + 3_600_000).toISOString();
    const until = new Date(Date.now() + 7_200_000).toISOString();
    const ahead = await json('create', '--name', 'ahead', '--from', from, '--until', until, '--node', 'node-7,node-8');
    expect(ahead).toMatchObject({ state: 'scheduled', starts_at: from, ends_at: until, nodes: ['node-7', 'node-8'] });
    const other = await json('create', '--name', 'also', '--from', from, '--for', '90m');
    expect(minutes(other.starts_at, other.ends_at)).toBe(90);
    expect(await json('list', '--state', 'scheduled', '--cluster', 'prod-eu')).toMatchObject({ total: 2 });
    expect((await windows('end', ahead.id)).stdout).toBe('ahead is canceled; it had not begun\n');
    expect((await windows('end', String(other.id).slice(0, 30))).stdout).toBe('also is canceled; it had not begun\n');
    expect(await windows('end', ahead.id)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('is canceled: it cannot be ended again'),
    });
    expect((await windows('list', '--state', 'active,scheduled')).stderr).toBe('no matching maintenance windows\n');
  });

  test('of two that have one name none is guessed', async () => {
    const made = [
      await json('create', '--name', 'twin', '--for', '1h'),
      await json('create', '--name', 'twin', '--for', '1h'),
    ];
    expect(await windows('end', 'twin')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^wheelhouse: 2 windows are meant by twin: .*\n {2}next: give its id/),
    });
    for (const { id } of made) expect((await windows('end', id)).code).toBe(0);
  });

  test.each([
    [['create', '--name', 'x'], 2, 'use one of --for 2h and --until TIME'],
    [['create', '--name', 'x', '--for', '2h', '--until', '2026-11-15T22:00Z'], 2, 'use one of'],
    [['create', '--name', 'x', '--for', '2 hours'], 2, '--for must be a length of time (90m, 2h, 3d)'],
    [['create', '--name', 'x', '--until', '2h'], 2, '--until must be a time'],
    [['create', '--name', 'x', '--until', '2020-01-01T00:00:00Z'], 1, 'ends_at'],
    [['create', '--name', 'x', '--for', '8d'], 1, 'more than seven days'],
    [['create', '--for', '2h'], 2, "required option '--name <name>' not specified"],
    [['create', '--name', 'x', '--for', '2h', '--cluster', 'nowhere'], 1, 'there is no cluster nowhere'],
    [['list', '--state', 'over'], 2, 'unknown --state over'],
    [['end', 'nothing'], 1, 'there is no scheduled or active window nothing'],
  ])('%j ends with %i', async (words, expected, said) => {
    const { code, stdout, stderr } = await windows(...words);
    expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr: expect.stringContaining(said) });
  });

  test('are nobody else’s, need the scope actions, and steer no terminal by their names', async () => {
    const name = 'n\u009b2J\u202ex';
    const { id } = await json('create', '--name', name, '--for', '1h', '--reason', name);
    const listed = (await windows()).stdout;
    expect(listed).toContain(String.raw`n\u009b2J\u202ex`);
    // oxlint-disable-next-line no-control-regex -- that there is none
    expect(listed).not.toMatch(/[\u001b\u009b\u202e]/);
    const stranger = await house.withToken(['read', 'actions', 'admin']);
    expect(JSON.parse((await run(['windows', '--json'], stranger)).stdout)).toMatchObject({ total: 0 });
    expect(await run(['windows', 'end', id], stranger)).toMatchObject({ code: 1 });
    const reader = await house.withToken(['read'], house.tenant);
    expect(await run(['windows', 'end', id], reader)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('actions'),
    });
    expect((await windows('end', id)).stdout).toBe(
      `${String.raw`n\u009b2J\u202ex`} has ended; what still fires opens incidents now\n`,
    );
  });
});
