import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Caller, caller, engineSetting, eventually, openKube } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neededRights } from '../src/clusters/needed-rights.ts';
import { nameOfRight } from '../src/clusters/rights.ts';
import { type PlatformHouse, startPlatform } from './house.ts';
import { ofMonitor } from './of-monitor.ts';

/** deploy/rbac/k8s-monitor.yaml, read and applied by kubectl as an administrator of a cluster does it. */
const manifest = join(import.meta.dirname, '../../../deploy/rbac/k8s-monitor.yaml');
const { KUBECTL = 'kubectl' } = process.env;
const kubectl = async (...words: readonly string[]) => {
  const { stdout } = await promisify(execFile)(KUBECTL, ['--kubeconfig', engineSetting('KUBECONFIG'), ...words]);
  return stdout;
};

let house: PlatformHouse;
let anna: Caller;
beforeAll(async () => {
  house = await startPlatform();
  anna = await caller();
  await kubectl('apply', '-f', manifest);
});
afterAll(async () => {
  await kubectl('-n', 'wheelhouse', 'delete', '--ignore-not-found', ...ofMonitor);
  await house.stop();
});

interface Shown {
  readonly needed_by: string;
  readonly resource: string;
  readonly verb: string;
  readonly optional: boolean;
  readonly allowed: boolean;
}

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

test.each([
  ['cluster-manifest', manifest],
  ['deploy-manifest', manifest.replace('k8s-monitor', 'platform')],
])('an installation serves %s to anybody, word for word', async (name, file) => {
  const answer = await fetch(`http://127.0.0.1:${house.environment['PLATFORM_PORT']}/api/v1/${name}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer.text()).toBe(readFileSync(file, 'utf8'));
  expect(await house.call(undefined, 'GET', `/api/v1/${name}?token=1`)).toMatchObject({
    status: 400,
    body: { error: { code: 'unknown_parameter' } },
  });
});

test('it grants what the monitor needs, and nothing else', async () => {
  const { rules } = JSON.parse(await kubectl('get', 'clusterrole', 'wheelhouse-monitor', '-o', 'json')) as {
    readonly rules: readonly Rule[];
  };
  const granted = rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => nameOfRight({ group, resource, verb }))),
    ),
  );
  const rights = neededRights.filter(({ needed_by }) => needed_by === 'k8s-monitor');
  const needed = rights.filter(({ optional }) => !optional).map(nameOfRight);
  expect(rights.filter(({ optional }) => optional).map(nameOfRight)).toEqual(['/pods/log get']);
  expect(granted.toSorted()).toEqual(needed.toSorted());
});

test('a cluster registered with its token is Ready, and may do nothing but what the monitor needs', async () => {
  const path = '{.data.token}';
  const token = await eventually(async () => {
    const data = await kubectl(
      '-n',
      'wheelhouse',
      'get',
      'secret',
      'wheelhouse-monitor-token',
      '-o',
      `jsonpath=${path}`,
    );
    if (data === '') throw new Error('no token yet');
    return Buffer.from(data, 'base64').toString();
  });
  const { access, close } = openKube();
  await close();
  const { body } = await house.register(anna, {
    name: 'by-manifest',
    server: access.server,
    certificate_authority: access.certificateAuthority,
    token,
  });
  const { rights } = await house.becomes(anna, body.id, { phase: 'Ready' });
  const shown: readonly Shown[] = rights;
  expect(
    shown.filter(({ needed_by, allowed, optional }) => needed_by === 'k8s-monitor' && !optional && !allowed),
  ).toEqual([]);
  expect(shown.filter(({ optional }) => optional)).toMatchObject([{ resource: 'pods/log', allowed: false }]);
  expect(
    shown.filter(({ verb, allowed }) => ['delete', 'create', 'patch', 'update'].includes(verb) && allowed),
  ).toEqual([]);
});
