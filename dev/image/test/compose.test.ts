import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Door, doorIn } from '../../engines/docker/doors.ts';
import { cachedFolder, obtain } from '../../engines/runtime/cache.ts';
import { composeReader } from '../../engines/runtime/go-programs.ts';
import { ConsoleProgress } from '../../engines/runtime/progress.ts';
import { run } from '../../engines/runtime/shell.ts';
import { ensureStoreImages, storeImages } from '../base-images.ts';
import { buildImage, imageName } from '../build.ts';
import {
  asTheGuideSays,
  type Attached,
  compose,
  composeDown,
  composeUp,
  containerOf,
  crash,
  healthOfContainer,
  lasting,
  project,
  publishedPort,
  readiness,
  restartsOf,
  secretFiles,
  secretsIn,
  stores,
  tracesOfProject,
  volumesOfProject,
  wheelhouse,
} from './installation.ts';
import { home, mustDocker } from './support.ts';

/**
 * deploy/compose.yml, brought up for real. The store images cannot be pulled here: stand-ins with the same programs are
 * made of the engines' Debian root (dev/image/stand-ins), so what is tested of the public ones is only how we use them.
 */

const files = ['compose.yml', 'compose.local-clusters.yml'].map((name) =>
  join(import.meta.dirname, '../../../deploy', name),
);
const minutes = 60_000;
let attached: Attached;
let door: Door;
const owner = { email: 'owner@example.com', password: 'four quiet words on a wall' };

beforeAll(async () => {
  await buildImage(home, () => undefined);
  await ensureStoreImages(home);
  attached = composeUp();
}, 15 * minutes);

afterAll(async () => {
  await door?.close();
  await attached?.stop();
  await composeDown();
}, 3 * minutes);

async function allHealthy(): Promise<void> {
  for (const service of lasting)
    await eventually(async () => expect(await healthOfContainer(service)).toBe('healthy'), 2 * minutes);
}

async function call(method: string, path: string, body?: object): Promise<Response> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return fetch(`http://127.0.0.1:${door.port}${path}`, { method, ...sent });
}

describe('docker compose up', () => {
  let link = '';

  test('prints the setup link', { timeout: 4 * minutes }, async () => {
    const began = performance.now();
    link = await eventually(() => {
      const [, token] = /\/setup#(\S+)/.exec(attached.said()) ?? [];
      if (token === undefined) throw new Error(`no link yet:\n${attached.said()}`);
      return token;
    }, 3 * minutes);
    console.log(`compose: the setup link after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await allHealthy();
    expect(await readiness()).toMatchObject({
      status: 200,
      dependencies: { postgresql: 'ok', rabbitmq: 'ok', valkey: 'ok' },
    });
  });

  test('says nothing else but what was set up', () => {
    const [, spoken = ''] = attached.said().split(/^Attaching to .*$/m);
    const lines = spoken.split('\n').filter((line) => line.trim() !== '');
    const expected = [
      /^wheelhouse_1 +\| +(?!\{)/,
      /^migrate_1 +\| \d+ migrations applied$/,
      /_(init|migrate)_1 exited with code 0$/,
      /^wheelhouse_1 +\|\s*$/,
      // True where so many start at once on a busy machine, and over with the next beat.
      /Valkey does not respond in time/,
    ];
    expect(lines.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
  });

  test('serves the dashboard and the API at one loopback port', async () => {
    door = await doorIn(home, publishedPort);
    const page = await call('GET', '/');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await (await call('GET', '/api/auth/api/v1/setup')).json()).toMatchObject({ needed: true });
    const ports = await mustDocker('ps', '--filter', `name=${project}`, '--format', '{{.Ports}}');
    const published = ports
      .split('\n')
      .flatMap((line) => line.split(', '))
      .filter((port) => port.includes('->'));
    expect(published).toEqual([`127.0.0.1:${publishedPort}->8080/tcp`]);
  });

  test('makes every container read-only, without capabilities, and none but init root', async () => {
    for (const service of [...lasting, 'init', 'migrate']) {
      const format =
        '{{json .HostConfig.ReadonlyRootfs}} {{json .HostConfig.CapDrop}} {{json .HostConfig.CapAdd}} {{json .HostConfig.SecurityOpt}} {{json .Config.User}}';
      const isInit = service === 'init';
      const user = isInit ? '0:0' : stores.some((store) => store === service) ? '999:999' : '65532:65532';
      expect(await mustDocker('inspect', '--format', format, containerOf(service))).toBe(
        `true ["ALL"] ${isInit ? '["CHOWN"]' : 'null'} ["no-new-privileges:true"] "${user}"`,
      );
    }
  });

  test('shows no secret in inspect, history, process titles, the compose file or any output', async () => {
    const secrets = secretsIn(secretFiles());
    expect(secrets.length).toBe(7);
    const everything = await Promise.all([
      ...[...lasting, 'init', 'migrate'].map((service) => mustDocker('inspect', containerOf(service))),
      ...lasting.map((service) => mustDocker('top', containerOf(service), '-eo', 'pid,args')),
      ...[imageName, ...Object.values(storeImages)].map((image) => mustDocker('history', '--no-trunc', image)),
      compose('config'),
      compose('logs'),
    ]);
    const text = [attached.said(), ...everything].join('\n');
    expect(text).toContain('/secrets/DATABASE_URL');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('gives each reader its own secrets and nobody else the right to read them', async () => {
    const look = `const fs = require('fs'); console.log(fs.readdirSync('/secrets').sort().join(' '))`;
    expect(await mustDocker('exec', containerOf('wheelhouse'), 'node', '-e', look)).toBe(
      'AUTH_JWT_ACCESS_SECRET DATABASE_URL RABBITMQ_URL SECRETS_KEYS VALKEY_URL',
    );
    const foreign = await mustDocker(
      'exec',
      '--user',
      '1000:1000',
      containerOf('wheelhouse'),
      'node',
      '-e',
      `try { require('fs').readFileSync('/secrets/SECRETS_KEYS'); console.log('read') } catch (error) { console.log(error.code) }`,
    );
    expect(foreign).toBe('EACCES');
  });

  test('lets an owner in', async () => {
    const tenant = { slug: 'main', name: 'Main' };
    const claimed = await call('POST', '/api/auth/api/v1/setup', { token: link, name: 'Owner', tenant, ...owner });
    expect(claimed.status).toBe(201);
  });
});

describe('the guide', () => {
  test('backs up the database and, apart from it, the keys', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-backup-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await asTheGuideSays('Back up', folder);
    const dump = await readFile(join(folder, 'wheelhouse.dump'));
    expect(dump.subarray(0, 5).toString()).toBe('PGDMP');
    const secrets = secretsIn(secretFiles());
    const kept = await Promise.all(['keys.txt', 'jwt.txt'].map((name) => readFile(join(folder, name), 'utf8')));
    for (const text of kept) expect(secrets.some((secret) => text.includes(secret))).toBe(true);
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
  });

  test('asks what is wrong', async () => {
    const said = await asTheGuideSays('When something is wrong', tmpdir());
    expect(said).toMatch(/ok +postgresql/);
    expect(said).not.toContain('next step');
  });
});

describe('a store that is away', () => {
  const namedAs = { postgres: 'postgresql', rabbitmq: 'rabbitmq', valkey: 'valkey' } as const;
  /** A Valkey that forgot what it had counted is believed again from the next minute on. */
  const isBack = /^ok$|lost part of the counts/;

  test.for(stores)('%s is named by /readyz, and Wheelhouse waits for it', { timeout: 3 * minutes }, async (store) => {
    const before = await restartsOf('wheelhouse');
    await mustDocker('stop', '--time', '10', containerOf(store));
    try {
      await eventually(
        async () => expect((await readiness()).dependencies[namedAs[store]]).not.toMatch(isBack),
        minutes,
      );
      const { dependencies } = await readiness();
      for (const other of stores.filter((one) => one !== store)) expect(dependencies[namedAs[other]]).toMatch(isBack);
    } finally {
      await mustDocker('start', containerOf(store));
    }
    await eventually(async () => expect((await readiness()).dependencies[namedAs[store]]).toMatch(isBack), minutes);
    expect(await restartsOf('wheelhouse')).toBe(before);
  });
});

describe('a container that crashes', () => {
  test.for(lasting)('%s comes back by itself, once', { timeout: 3 * minutes }, async (service) => {
    const before = new Map(await Promise.all(lasting.map(async (one) => [one, await restartsOf(one)] as const)));
    await crash(service);
    await eventually(async () => expect(await restartsOf(service)).toBe((before.get(service) ?? 0) + 1));
    await allHealthy();
    await eventually(async () => expect((await readiness()).status).toBe(200), minutes);
    for (const one of lasting) expect(await restartsOf(one)).toBe((before.get(one) ?? 0) + (one === service ? 1 : 0));
  });
});

test('a stop is heard while Wheelhouse is still starting', { timeout: 2 * minutes }, async () => {
  const container = containerOf('wheelhouse');
  try {
    await mustDocker('restart', '--time', '0', container);
    await mustDocker('stop', '--time', '30', container);
    const killed = '137';
    expect(await mustDocker('inspect', '--format', '{{.State.ExitCode}}', container)).not.toBe(killed);
  } finally {
    await mustDocker('start', container);
  }
});

describe('docker compose down', () => {
  test('keeps data and keys for the next up', { timeout: 4 * minutes }, async () => {
    const before = secretFiles();
    await compose('down', '--timeout', '20');
    expect(await volumesOfProject()).toBe(8);
    await compose('up', '--detach');
    await allHealthy();
    expect(secretFiles()).toEqual(before);
    expect(await (await call('GET', '/api/auth/api/v1/setup')).json()).toMatchObject({ needed: false });
    expect((await wheelhouse('doctor')).code).toBe(0);
    expect(await compose('logs', 'wheelhouse')).not.toContain('/setup#');
  });

  test('with --volumes leaves nothing behind', { timeout: 2 * minutes }, async () => {
    expect((await tracesOfProject()).length).toBeGreaterThan(0);
    await composeDown();
    expect(await tracesOfProject()).toEqual([]);
  });
});

test("today's docker compose reads the files too", async () => {
  await obtain(composeReader, new ConsoleProgress(() => undefined));
  const read = await run(join(await cachedFolder(composeReader), 'compose'), files);
  const { services } = JSON.parse(read) as { services: Record<string, { environment: Record<string, string> }> };
  expect(Object.keys(services).toSorted()).toEqual(['init', 'migrate', ...lasting].toSorted());
  expect(services['wheelhouse']?.environment['CLUSTER_ALLOWED_PRIVATE_CIDRS']).toContain('192.168.0.0/16');
});
