import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@wheelhouse/sdk';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps, type AppsHouse, onNode, startApps } from '../../services/platform/test/apps-house.ts';
import { answersText } from '../demo/asking.ts';
import { deployIt, type DeployingDemo } from '../demo/deploy.ts';
import { type App, ensureApp } from '../seed/app.ts';
import { deployKinds, onKwok } from '../seed/app-stage.ts';
import { onRealNode } from '../seed/real-stage.ts';

/** The demo's app where KWOK plays its pods; that it answers on the real node is seen by the proof first-ten-minutes. */
let house: AppsHouse;
let client: Client;
let hurrying: Promise<void>;
const over = new AbortController();

beforeAll(async () => {
  house = await startApps(async (kube) => onNode(await kube.reservedNode()));
  client = createClient({
    baseUrl: house.addresses['platform'] ?? '',
    token: house.who.token,
    // There is no gateway in front, which would take the prefix away.
    fetch: (input, init) => fetch(new Request(input).url.replace('/platform/', '/'), init),
  });
  hurrying = hurry(over.signal);
});
afterAll(async () => {
  over.abort();
  await hurrying;
  await house.stop();
});

/** A worker is Live after 15 s, and an image may be missing for 60: nobody waits for that here. */
async function hurry(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { body } = await house.ask('GET', apps);
    const [deployment] = body.data.map((app: App) => app.deployment);
    const isWaiting = deployment?.phase === 'Verifying' || deployment?.progress?.includes('cannot pull');
    if (isWaiting) house.advance(5_000);
    await wait(100);
  }
}

const ensured = () =>
  ensureApp(client, {
    clusterId: house.clusterId,
    stage: onKwok,
    signal: AbortSignal.timeout(60_000),
    space: house.cloudspace.name,
  });

test('is made once, and found the next time', async () => {
  const app = await ensured();
  expect(app).toMatchObject({
    phase: 'Live',
    revision: 1,
    replicas: 1,
    port: null,
    source: { image: 'acme/web:1.0.0' },
  });
  expect(await ensured()).toMatchObject({ id: app.id, revision: 1 });
});

const said: string[] = [];
/** Stands in for the command line, which has tests of its own: asks for the same, and ends as it does. */
async function wheelhouse(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: words.slice(3),
    options: {
      image: { type: 'string', default: '' },
      env: { type: 'string', multiple: true, default: [] },
      unset: { type: 'string', multiple: true, default: [] },
      note: { type: 'string' },
    },
  });
  const given = values.env.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  const env = Object.fromEntries([...given, ...values.unset.map((name) => [name, null])]);
  const { id } = await ensured();
  const source = { type: 'image', image: values.image };
  const { status, body } = await house.ask('PATCH', `${apps}/${id}`, { source, env, note: values.note });
  expect(status).toBe(202);
  const ended = await eventually(async () => {
    const now = await house.ask('GET', `${apps}/${id}/deployments/${body.revision}`);
    expect(['Live', 'RolledBack']).toContain(now.body.phase);
    return now.body.phase;
  });
  return ended === 'Live' ? 0 : 6;
}

const deploy = (word: string | undefined) => {
  const demo: DeployingDemo = {
    client: async () => client,
    openApi: () => Promise.reject(new Error('nobody answers on KWOK')),
    stageOf: async () => onKwok,
    wheelhouse,
    space: house.cloudspace.name,
    command: 'npm run demo --',
    say: (line) => said.push(line),
  };
  said.length = 0;
  return deployIt(demo, word);
};

test('a version without an image fails and the one before is put back; a good one then takes its place', async () => {
  expect(await deploy('bad-image')).toBe(0);
  expect(said.join('\n')).toContain('Revision 2 is RolledBack: it failed, and revision 1 runs again, as revision 3.');
  expect(said.join('\n')).toContain('KWOK simulates its pods');
  expect(said.at(-1)).toMatch(/^In the dashboard: https:.*\/deployments\/2$/);
  expect(await deploy('good')).toBe(0);
  expect(said).toContain('Revision 4 is Live; revision 3 ran before it.');
  const { body } = await house.ask('GET', `${apps}/${(await ensured()).id}`);
  expect(body).toMatchObject({ env: { GREETING: 'Version 4 of the shop.' }, source: { image: 'acme/web:4.0.0' } });
});

test('the versions there are are named when another is asked for', async () => {
  expect(await deploy('bananas')).toBe(2);
  expect(said.join('\n')).toContain(deployKinds.join(', '));
});

test('on the real node an image is missing by its tag, and the port of a registry stays', () => {
  expect(onRealNode('127.0.0.1:5000/web:2').missingImage).toBe('127.0.0.1:5000/web:no-such-version');
});

test('what the app answered meanwhile is told as it was', () => {
  const heard = new Map([['Version 1', 3]]);
  expect(answersText({ heard, unanswered: 0 })).toBe('Called 3 times meanwhile, it answered each time: Version 1');
  expect(answersText({ heard, unanswered: 1 })).toBe(
    'Called 4 times meanwhile, it answered:\n     3 times: Version 1\n     1 times nobody answered',
  );
});
