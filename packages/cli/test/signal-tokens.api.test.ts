import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliHouse, openCliHouse } from './house.ts';
import { run } from './running.ts';

let house: CliHouse;
beforeAll(async () => {
  house = await openCliHouse();
});
afterAll(() => house.close());

const scopes = ['read', 'actions', 'admin'];
const made = (stdout: string) => /whi_\w+/.exec(stdout)?.[0] ?? '';

test('A signal token is made for a cluster, shown once with a receiver for Alertmanager, listed and revoked', async () => {
  const environment = await house.withToken(scopes);
  const clusterId = await house.unreached(environment, 'prod-eu');
  const created = await run(['signal-tokens', 'create', 'alertmanager', '--cluster', 'prod-eu'], environment);
  expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('shown only once') });
  const token = made(created.stdout);
  expect(token).toHaveLength(40);
  expect(created.stdout).toContain(`      - url: ${house.url}/api/incidents/api/v1/signals/alertmanager\n`);
  expect(created.stdout.split(token)).toHaveLength(2);

  const listed = await run(['signal-tokens'], environment);
  const [head, row = ''] = listed.stdout.trimEnd().split('\n');
  expect(head).toMatch(/^NAME +STATE +CLUSTER +ENDS +LAST USED +BEGINS +ID$/);
  expect(row).toMatch(/^alertmanager +active +prod-eu +\S+ +never +whi_\w{4} +\S+$/);
  expect(listed.stdout).not.toContain(token);
  const page = JSON.parse((await run(['signal-tokens', '--json'], environment)).stdout);
  expect(page).toMatchObject({ total: 1, data: [{ name: 'alertmanager', cluster_id: clusterId }] });

  const revoked = await run(['signal-tokens', 'revoke', 'alertmanager'], environment);
  expect(revoked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^alertmanager \(whi_\w{4}…\) was revoked/) });
  expect((await run(['signal-tokens'], environment)).stdout).toContain(' revoked ');
  expect(await run(['signal-tokens', 'revoke', 'alertmanager'], environment)).toMatchObject({ code: 1 });
});

test('One for any cluster says where the cluster goes, and lives as long as was said', async () => {
  const environment = await house.withToken(scopes);
  const { stdout, stderr } = await run(['signal-tokens', 'create', 'script', '--days', '30'], environment);
  expect(stdout).toContain('/signals/alertmanager?cluster_id=CLUSTER_ID\n');
  expect(stderr).toContain('CLUSTER_ID is not needed with a single cluster');
  const { data } = JSON.parse((await run(['signal-tokens', '--json'], environment)).stdout);
  expect(Math.round((Date.parse(data[0].expires_at) - Date.now()) / 86_400_000)).toBe(30);
  const json = await run(['signal-tokens', 'create', 'other', '--json'], environment);
  expect(JSON.parse(json.stdout)).toMatchObject({
    name: 'other',
    cluster_id: null,
    token: expect.stringMatching(/^whi_\w{30,}$/),
  });
});

test('What cannot be is refused before anything is made', async () => {
  const environment = await house.withToken(scopes);
  for (const days of ['0', '366', 'ever'])
    expect(await run(['signal-tokens', 'create', 'x', '--days', days], environment)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--days must be a number of days up to 365'),
    });
  expect(await run(['signal-tokens', 'create', 'x', '--cluster', 'nowhere'], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no cluster nowhere'),
  });
  const empty = await run(['signal-tokens'], environment);
  expect(empty).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('no signal tokens yet') });
});

test("Another tenant's are not there", async () => {
  const [ours, theirs] = [await house.withToken(scopes), await house.withToken(scopes)];
  const { id } = JSON.parse((await run(['signal-tokens', 'create', 'ours', '--json'], ours)).stdout);
  expect((await run(['signal-tokens'], theirs)).stdout).toBe('');
  for (const typed of ['ours', id])
    expect(await run(['signal-tokens', 'revoke', typed], theirs)).toMatchObject({ code: 1 });
  expect((await run(['signal-tokens'], ours)).stdout).toContain(' active ');
});
