import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { packCli } from '../../dev/cli-package/pack.ts';
import { dockerFolder } from '../../dev/engines/docker/machine.ts';
import type { Home } from '../../dev/engines/runtime/home.ts';
import { mustBe, type Steps } from '../first-ten-minutes/steps.ts';
import type { Machine } from './machine.ts';

/** What goes wrong on a stranger's machine, and what they are told to do. Each is mended by that. */
export interface Controls {
  readonly engines: Home;
  readonly machine: Machine;
  readonly steps: Steps;
}

const limitMs = 90_000;

export async function controls({ engines, machine, steps }: Controls): Promise<void> {
  const { step } = steps;
  const { terminals, terminalsWith, project } = machine;
  /** What it says, however it ends. */
  const said = (line: string) => terminals.run(line).catch(String);
  const until = async (line: string, wanted: readonly RegExp[]) => {
    let last = '';
    for (const deadline = performance.now() + limitMs; performance.now() < deadline; await wait(500)) {
      last = await said(line);
      if (wanted.every((one) => one.test(last))) return;
    }
    mustBe(false, `after ${limitMs / 1_000} s ${line} says\n${last}`);
  };

  await step('a store that is missing is named by doctor, with the next step', async () => {
    await terminals.run('docker compose stop postgres');
    await until('docker compose exec -T wheelhouse wheelhouse doctor', [/^wrong +postgresql .*\n +next step: \S/m]);
    await terminals.run('docker compose start postgres');
    await until('docker compose exec -T wheelhouse wheelhouse doctor', [/ok +postgresql/, /ok +schema/]);
  });

  await step('a wrong key under a right id refuses to start and says which to restore', async () => {
    const file = join(engines.dir, dockerFolder, 'data/volumes', `${project}_wheelhouse-secrets`, '_data/SECRETS_KEYS');
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, `k1:${randomBytes(32).toString('base64')}`);
    await terminals.run('docker compose restart --timeout 10 wheelhouse');
    await until('docker compose logs --tail 20 wheelhouse', [
      /the key with the id k1 is not the one/,
      /Next step: restore/,
    ]);
    writeFileSync(file, right);
    await terminals.run('docker compose restart --timeout 10 wheelhouse');
    await until('docker compose exec -T wheelhouse wheelhouse doctor', [/ok +keys/]);
  });

  await step('a port that is taken is named, and the guide says what to set', async () => {
    const second = terminalsWith({ COMPOSE_PROJECT_NAME: `${project}-second` });
    const told = await second.run('docker compose up --detach').catch(String);
    await second.run('docker compose down --volumes --timeout 5');
    mustBe(told.includes('port is already allocated'), told);
    const guide = readFileSync(join(machine.checkout, 'docs/guides/install.md'), 'utf8');
    mustBe(/`port is already allocated` \|.*WHEELHOUSE_PORT/.test(guide), 'the guide has no row for it');
  });

  await step('an older command line says so, and how to get the one that fits', async () => {
    const folder = join(machine.home, 'older');
    await packCli(folder, '0.0.0-older');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    await terminals.run(`npm install --global --prefix ${folder}/installed ${join(folder, file)}`);
    const told = await terminals.run(`${folder}/installed/bin/wheelhouse clusters`);
    mustBe(told.includes(`npm install -g ${machine.url}/cli`) && told.includes('0.0.0-older'), told);
  });
}
