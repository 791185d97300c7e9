import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../catalogue/index.ts';
import { addressOf, settings } from '../catalogue/postgresql.ts';
import { composedEngines, composeHome, prepareCompose } from '../commands/compose.ts';
import { cachedFolder, obtain } from '../runtime/cache.ts';
import { notInDocker } from '../runtime/engine.ts';
import { composeReader } from '../runtime/go-programs.ts';
import { type Home, openHome, type PortName } from '../runtime/home.ts';
import { ConsoleProgress } from '../runtime/progress.ts';
import { run } from '../runtime/shell.ts';
import { releaseSlot } from '../runtime/slots.ts';
import { versions } from '../versions.ts';

/** The file as docker compose reads it, compared with the engines. compose-up.test.ts runs it. */

interface Service {
  readonly image: string;
  readonly entrypoint?: readonly string[] | null;
  readonly command?: readonly string[] | null;
  readonly user?: string;
  readonly network_mode?: string;
  readonly ports?: readonly { readonly host_ip?: string; readonly target: number; readonly published: string }[];
  readonly volumes?: readonly { readonly type: string; readonly source: string }[];
}

const file = join(import.meta.dirname, '../../compose.yml');
let services: Readonly<Record<string, Service>> = {};
let home: Home;
let folder = '';

beforeAll(async () => {
  await obtain(composeReader, new ConsoleProgress(() => undefined));
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-compose-'));
  const env = { ...process.env, ENGINES_HOME: folder, ENGINES_USER: '501:20' };
  const project = await run(join(await cachedFolder(composeReader), 'compose'), [file], { env });
  ({ services } = JSON.parse(project) as { services: Record<string, Service> });
  await writeFile(join(folder, 'kubectl'), '');
  process.env['KUBECTL'] = join(folder, 'kubectl');
  home = await composeHome(await openHome(folder));
});

afterAll(async () => {
  await releaseSlot(home.dir, home.slot);
  await rm(folder, { recursive: true, force: true });
});

/** Programs lie elsewhere in the images, under the same names. */
const named = ([program = '', ...flags]: readonly string[]) => [basename(program), ...flags];

describe('dev/compose.yml', () => {
  test("Kubernetes' parts have the engines' own commands, and run as who wrote what they read", () => {
    for (const { name, daemons } of [...composedEngines, ...engines.filter((engine) => engine.name === 'etcd')]) {
      const program = daemons[0]?.program(home);
      if (program === undefined || !('argv' in program)) throw new Error(`${name} is no program of the Debian root`);
      const { entrypoint, command, user } = services[name] ?? {};
      expect(named([...(entrypoint ?? []), ...(command ?? [])])).toEqual(named(program.argv));
      expect(user).toBe(name === 'etcd' ? undefined : '501:20');
    }
  });

  test('the published images are of the same versions, with the same settings', () => {
    const kubernetes = (part: string) => `registry.k8s.io/${part}:v${versions.kubernetes}`;
    const clusters = ['kube', 'kube2'].flatMap((cluster) =>
      ['apiserver', 'controller-manager', 'scheduler'].map((part) => [
        `${cluster}-${part}`,
        kubernetes(`kube-${part}`),
      ]),
    );
    const kwok = `registry.k8s.io/kwok/kwok:v${versions.kwok}`;
    const { network, ...others } = services;
    expect(network?.image).toMatch(/^registry\.k8s\.io\/pause:/);
    expect(Object.fromEntries(Object.entries(others).map(([name, { image }]) => [name, image]))).toEqual({
      postgresql: `postgres:${versions.postgresql}`,
      rabbitmq: `rabbitmq:${versions.rabbitmq}-management`,
      valkey: `valkey/valkey:${versions.valkey}`,
      etcd: `quay.io/coreos/etcd:v${versions.etcd}`,
      ...Object.fromEntries(clusters),
      kwok,
      'kube2-kwok': kwok,
      'metrics-server': `registry.k8s.io/metrics-server/metrics-server:v${versions.metricsServer}`,
    });
    const { unix_socket_directories: _, ...shared } = settings;
    for (const [name, value] of Object.entries({ ...shared, ...addressOf(home) }))
      expect(services['postgresql']?.command).toContain(`${name}=${value}`);
  });

  test('every engine but the real node, docker and the browser is there, in one network of which loopback ports are published', () => {
    const inDocker = engines.filter(({ group, daemons }) => !notInDocker.includes(group) && daemons.length > 0);
    const { network, ...others } = services;
    expect(Object.keys(others).toSorted()).toEqual(inDocker.map(({ name }) => name).toSorted());
    for (const { network_mode } of Object.values(others)) expect(network_mode).toBe('service:network');
    // What RabbitMQ and etcd have for their like in a larger installation stays inside.
    const inside: readonly PortName[] = ['rabbitmqDistribution', 'epmd', 'etcdPeer'];
    const ports = inDocker.flatMap((engine) => engine.ports).filter((name) => !inside.includes(name));
    expect(network?.ports?.map(({ host_ip, target, published }) => [host_ip, target, Number(published)])).toEqual(
      ports.map((name) => ['127.0.0.1', home.port(name), home.port(name)]),
    );
  });

  test('`engines compose` writes every file it mounts', async () => {
    await prepareCompose(home);
    const mounts = Object.values(services).flatMap((service) => service.volumes ?? []);
    const sources = mounts.filter(({ type }) => type === 'bind').map(({ source }) => source);
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((source) => !source.startsWith(home.dir) || !existsSync(source))).toEqual([]);
  });

  test('`engines compose` leaves engines alone that run without docker', async () => {
    const other = await openHome(join(folder, 'other'));
    await writeFile(join(other.dir, 'run'), '');
    await expect(composeHome(other)).rejects.toThrow(/started without docker\. Next step: npm run engines -- reset/);
    await releaseSlot(other.dir, other.slot);
  });
});
