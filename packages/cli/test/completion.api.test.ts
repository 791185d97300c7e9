import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliHouse, newHome, openCliHouse } from './house.ts';
import { type Environment, main, run } from './running.ts';

let house: CliHouse;
let environment: Environment;
beforeAll(async () => {
  house = await openCliHouse();
  environment = await house.withToken();
  await house.unreached(environment, 'prod-eu');
  await house.unreached(environment, 'prod-us');
});
afterAll(() => house.close());

async function offered(words: readonly string[], given: Environment = environment) {
  const { code, stdout, stderr } = await run(['__complete', '--', ...words], given);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter((word) => word !== '');
}

describe('what can be completed', () => {
  test.each([
    [['c'], ['clusters', 'cloudspaces', 'completion', 'config']],
    [
      ['clusters', ''],
      ['list', 'show', 'connect', 'register', 'deploy-access', 'remove'],
    ],
    [['clusters', 'register', 'x', '--k'], ['--kubeconfig']],
    [
      ['actions', ''],
      [
        'list',
        'show',
        'plan',
        'approve',
        'drain',
        'reject',
        'cancel',
        'undo',
        'stop',
        'resume',
        'ledger',
        'autonomy',
        'settings',
        'watch',
      ],
    ],
    [
      ['apps', ''],
      [
        'list',
        'show',
        'create',
        'deploy',
        'status',
        'logs',
        'scale',
        'rollback',
        'unpin',
        'history',
        'cancel',
        'delete',
      ],
    ],
    [
      ['apps', 'list', '--phase', 'Roll'],
      ['RollingOut', 'RolledBack'],
    ],
    [
      ['cloudspaces', ''],
      ['list', 'show', 'create', 'retry', 'set-registry', 'remove-registry', 'delete'],
    ],
    [['cloudspaces', 'create', 'x', '--cluster', 'prod-e'], ['prod-eu']],
    [['cloudspaces', 'create', 'x', '--pod-security', 'r'], ['restricted']],
    [['actions', 'plan', 'c'], ['cordon_node']],
    [
      ['actions', 'list', '--status', 'e'],
      ['executing', 'expired'],
    ],
    [['actions', 'list', '--cluster', 'prod-e'], ['prod-eu']],
    [
      ['webhooks', 'd'],
      ['deliveries', 'delete'],
    ],
    [
      ['webhooks', 'create', 'https://hooks.example.com', '--events', 'cl'],
      ['cluster.phase_changed', 'cloudspace.ready'],
    ],
    [['webhooks', 'deliveries', 'x', '--state', 'e'], ['exhausted']],
    [['audit', '--action', ''], []],
    [
      ['health', '--'],
      ['--watch', '--version', '--json'],
    ],
    [
      ['migrate', ''],
      ['status', 'up'],
    ],
    [
      ['clusters', 'show', 'prod-'],
      ['prod-us', 'prod-eu'],
    ],
    [['health', '--watch', 'prod-e'], ['prod-eu']],
    [['clusters', 'show', 'prod-eu', ''], []],
    [['clusters', 'register', '--context', ''], []],
    [['tokens', 'revoke', ''], ['test']],
    [['no-such-thing', ''], []],
    // A shell is not kept waiting: what the server did not say in time is not offered.
  ])('after %j come %j', (words, expected) => eventually(async () => expect(await offered(words)).toEqual(expected)));

  test('is what the tree says where nobody is signed in, or no server is there', async () => {
    expect(await offered(['health', ''], { XDG_CONFIG_HOME: newHome() })).toEqual([]);
    expect(await offered(['health', ''], { WHEELHOUSE_URL: 'http://127.0.0.1:9', WHEELHOUSE_TOKEN: 'x' })).toEqual([]);
  });
});

test('bash completes commands, options and clusters with it', async () => {
  const folder = newHome();
  const program = join(folder, 'wheelhouse');
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(program, 0o755);
  const script = `source <(wheelhouse completion bash)
    complete -p wheelhouse
    offer() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wheelhouse; printf '%s\\n' "\${COMPREPLY[*]}"; }
    offer wheelhouse clu
    offer wheelhouse clusters sho
    offer wheelhouse clusters register x --conte
    offer wheelhouse health prod-e`;
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', script], {
    env: { ...environment, PATH: `${folder}:${process.env['PATH']}` },
  });
  expect(stdout.trimEnd().split('\n')).toEqual([
    'complete -o default -F _wheelhouse wheelhouse',
    'clusters',
    'show',
    '--context',
    'prod-eu',
  ]);
});

test('there is a script for zsh and fish too, and for no other', async () => {
  expect((await run(['completion', 'zsh'])).stdout).toMatch(/^#compdef wheelhouse\n/);
  expect((await run(['completion', 'fish'])).stdout).toContain('complete -c wheelhouse');
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bash, zsh, fish'),
  });
});
