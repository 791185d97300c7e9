import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settings } from '../catalogue/postgresql.ts';
import { composedEngines, composeHome, composePortBase, prepareCompose } from '../commands/compose.ts';
import { cachedFolder, obtain } from '../runtime/cache.ts';
import { composeReader } from '../runtime/go-programs.ts';
import { type Home, openHome } from '../runtime/home.ts';
import { ConsoleProgress } from '../runtime/progress.ts';
import { run } from '../runtime/shell.ts';
import { releaseSlot } from '../runtime/slots.ts';
import { versions } from '../versions.ts';

/** Without docker the file can still be read as docker compose reads it, and compared with the engines. */

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly network_mode: string;
  readonly volumes?: readonly { readonly type: string; readonly source: string }[];
}

const file = join(import.meta.dirname, '../../compose.yml');
let services: Readonly<Record<string, Service>> = {};
let home: Home;
let folder = '';

beforeAll(async () => {
  await obtain(composeReader, new ConsoleProgress(() => undefined));
  const project = await run(join(await cachedFolder(composeReader), 'compose'), [file]);
  ({ services } = JSON.parse(project) as { services: Record<string, Service> });
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-compose-'));
  home = await composeHome(await openHome(folder));
});

afterAll(async () => {
  delete process.env['ENGINES_PORT_BASE'];
  await releaseSlot(home.dir, home.slot);
  await rm(folder, { recursive: true, force: true });
});

describe('dev/compose.yml', () => {
  test("Kubernetes' parts have the engines' own commands and users", () => {
    for (const engine of composedEngines) {
      const program = engine.daemons[0]?.program(home);
      expect(services[engine.name]).toMatchObject(
        program !== undefined && 'argv' in program
          ? { command: program.argv, user: `${program.user}:${program.user}` }
          : {},
      );
      expect(services[engine.name]?.image).toBe(`wheelhouse-engines/kubernetes:${versions.kubernetes}`);
    }
  });

  test('the official images are of the same versions, with the same settings', () => {
    expect(services['postgresql']?.image).toMatch(new RegExp(`^postgres:${versions.postgresql}\\.`));
    expect(services['rabbitmq']?.image).toMatch(new RegExp(`^rabbitmq:${versions.rabbitmq}\\.\\d+-management$`));
    expect(services['valkey']?.image).toMatch(new RegExp(`^valkey/valkey:${versions.valkey}\\.`));
    const { unix_socket_directories: _, ...shared } = settings;
    for (const [name, value] of Object.entries({ ...shared, port: composePortBase })) {
      expect(services['postgresql']?.command).toContain(`${name}=${value}`);
    }
  });

  test('everything is on loopback through the host network', () => {
    expect(Object.values(services).map((service) => service.network_mode)).toEqual(
      Object.values(services).map(() => 'host'),
    );
  });

  test('`engines compose` writes every file it mounts', async () => {
    await prepareCompose(home);
    const mounts = Object.values(services).flatMap((service) => service.volumes ?? []);
    const sources = mounts
      .filter(({ type }) => type === 'bind')
      .map(({ source }) => source.split('.engines/compose/')[1] ?? '');
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((source) => !existsSync(join(home.dir, source)))).toEqual([]);
  });
});
