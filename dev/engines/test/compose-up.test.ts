import { chmod, chown, copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../catalogue/index.ts';
import { composedEngines } from '../commands/compose.ts';
import { type Door, doorIn } from '../docker/doors.ts';
import { docker, dockerEnvironment } from '../docker/machine.ts';
import { type Group, groups, notInDocker } from '../runtime/engine.ts';
import { type Home, openHome } from '../runtime/home.ts';
import { kubectlOf } from '../runtime/own-programs.ts';
import { run } from '../runtime/shell.ts';
import { requireEngines } from './require-engines.ts';
import { ensureImages } from './stand-ins.ts';

/**
 * dev/compose.yml as a person with docker uses it, in the docker of the engines: by somebody who is not root, with images
 * that stand in for those that cannot be pulled here. Docker's network is one of its own, so each port has a door.
 */

await requireEngines(['docker']);
const home = await openHome();
const program = join(import.meta.dirname, '../cli.ts');
const nobody = 65_534;
const project = `wheelhouse-engines-test-${process.pid}`;
const inDocker: readonly Group[] = groups.filter((group) => !notInDocker.includes(group) && group !== 'chromium');
let folder = '';
let environment: NodeJS.ProcessEnv = {};
let composed: Home;
const doors: Door[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-compose-up-'));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  // The engines have the compose that is called by a name of its own.
  const stub = '#!/bin/sh\nshift\nexec /usr/bin/docker-compose "$@"\n';
  await writeFile(join(bin, 'docker'), stub);
  await copyFile(await kubectlOf(home), join(bin, 'kubectl'));
  for (const path of [folder, bin, join(bin, 'docker')]) await chmod(path, 0o755);
  await mkdir(join(folder, 'nobody'));
  await chown(join(folder, 'nobody'), nobody, nobody);
  environment = {
    ...dockerEnvironment(home),
    PATH: `${bin}${delimiter}${dirname(process.execPath)}${delimiter}/usr/bin:/bin`,
    HOME: join(folder, 'nobody'),
    WHEELHOUSE_CACHE: join(folder, 'nobody/cache'),
    ENGINES_HOME: join(folder, 'nobody/engines'),
    COMPOSE_PROJECT_NAME: project,
    KUBECTL: join(bin, 'kubectl'),
  };
});

afterAll(async () => {
  for (const door of doors) await door.close();
  if (environment['ENGINES_HOME'] !== undefined) await cli('reset');
  await rm(folder, { recursive: true, force: true });
});

function cli(...words: readonly string[]): Promise<string> {
  return run(process.execPath, [program, ...words], { env: environment });
}

async function images(): Promise<readonly string[]> {
  const words = ['--file', join(import.meta.dirname, '../../compose.yml'), 'config'];
  const file = await run('/usr/bin/docker-compose', words, { env: environment });
  return [...file.matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image);
}

describe('engines in docker', () => {
  test('`compose` needs no root: all it writes belongs to who called it', async () => {
    const words = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups'];
    await run('setpriv', [...words, process.execPath, program, 'compose'], {
      env: environment,
    });
    composed = await openHome(environment['ENGINES_HOME']);
    expect(composed).toMatchObject({ isComposed: true, listen: '0.0.0.0' });
    for (const { name } of composedEngines) expect((await stat(join(composed.dir, name, 'tls.key'))).uid).toBe(nobody);
  });

  test('`up` starts both clusters and the stores, and finds them healthy', async () => {
    await ensureImages(home, await images());
    const ports = new Set(engines.flatMap((engine) => (inDocker.includes(engine.group) ? engine.ports : [])));
    for (const name of ports) doors.push(await doorIn(home, composed.port(name), composed.port(name)));
    const said = await cli('up', ...inDocker);
    expect(said).toMatch(/^metrics-server +started/m);
    expect(said).toMatch(/^kube2-kwok +started/m);
    const rows = JSON.parse(await cli('status', '--json', ...inDocker)) as { health: object }[];
    expect(rows.map(({ health }) => health)).toEqual(rows.map(() => ({ state: 'healthy' })));
  });

  test('a Deployment comes up, and the usage of its pods is told through the metrics API', async () => {
    await cli('nodes', '3');
    const kubectl = async (...words: readonly string[]) =>
      run(await kubectlOf(home), ['--kubeconfig', join(composed.dir, 'kube/kubeconfig'), ...words]);
    await kubectl('create', 'deployment', 'web', '--image=web', '--replicas=3');
    await eventually(async () => {
      expect((await kubectl('top', 'pods', '--no-headers')).match(/^web-\S+ +\d+m +\d+Mi/gm)).toHaveLength(3);
    }, 90_000);
  });

  test('the audit log is readable by who called, and a second `up` starts nothing', async () => {
    expect((await stat(join(composed.dir, 'kube-apiserver/audit.log'))).uid).toBe(nobody);
    expect(await cli('up', ...inDocker)).not.toMatch(/ started /);
  });

  test('`reset` leaves no container, volume, network or folder behind', async () => {
    await cli('reset');
    const ours = ['--quiet', '--filter', `label=com.docker.compose.project=${project}`];
    for (const words of [
      ['ps', '--all'],
      ['volume', 'ls'],
      ['network', 'ls'],
    ])
      expect((await docker(home, [...words, ...ours])).stdout).toBe('');
    await expect(stat(composed.dir)).rejects.toThrow('ENOENT');
    delete environment['ENGINES_HOME'];
  });
});
