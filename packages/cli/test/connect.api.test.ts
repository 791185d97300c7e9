import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { deployAccess, engineSetting, openKube, startRelay } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type CliHouse, newHome, openCliHouse } from './house.ts';
import { type Environment, run, startOnTerminal } from './running.ts';

/**
 * `clusters connect` on the second cluster, with its admin's kubeconfig. What it applies there stays: it is the same for
 * every test, and a manifest that is applied already is one of the cases.
 */
let house: CliHouse;
let admin: Environment;
let folder = '';
beforeAll(async () => {
  house = await openCliHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  folder = newHome();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(process.env['KUBECTL'] ?? '', join(folder, 'bin/kubectl'));
  admin = {
    ...(await house.withToken()),
    HOME: folder,
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    KUBECONFIG: engineSetting('KUBE2_KUBECONFIG'),
  };
});

interface Config {
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string } }[];
  readonly contexts: readonly { readonly name: string; readonly context: object }[];
  readonly users: readonly { readonly name: string; readonly user: object }[];
}

/** The admin's kubeconfig, changed, as a file of its own. */
function kubeconfigWith(change: {
  readonly cluster?: object;
  readonly user?: object;
  readonly current?: string;
}): string {
  const config = JSON.parse(readFileSync(engineSetting('KUBE2_KUBECONFIG'), 'utf8')) as Config;
  const file = join(folder, `kubeconfig-${randomUUID()}`);
  const text = {
    ...config,
    clusters: config.clusters.map(({ name, cluster }) => ({ name, cluster: { ...cluster, ...change.cluster } })),
    users: config.users.map(({ name, user }) => ({ name, user: change.user ?? user })),
    ...(change.current === undefined ? {} : { 'current-context': change.current }),
  };
  writeFileSync(file, JSON.stringify(text));
  return file;
}

const connect = (...words: readonly string[]) => run(['clusters', 'connect', '--yes', ...words], admin);
const clusters = async () => JSON.parse((await run(['clusters', '--json'], admin)).stdout);

describe('a cluster that kubectl reaches', () => {
  test('is connected by one command, which shows what it applies and ends with the first score', async () => {
    const { code, stdout, stderr } = await connect('--context', 'kube2');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^kube2 is connected\nhealthScore \d+, nodes \d+\/\d+, /);
    expect(stderr).toMatch(/This will be applied to kube2 \(https:\S+\), with your own rights there:\n {2}Namespace /);
    expect(stderr).toContain('ServiceAccount      wheelhouse/wheelhouse-monitor');
    expect(stderr).toMatch(/may get, list, watch: nodes, pods, deployments\.apps, /);
    expect(stderr).toContain('It reads, and changes nothing; it sees no Secrets.');
    expect(await clusters()).toMatchObject({
      total: 1,
      data: [{ name: 'kube2', phase: 'Ready', credential: { kind: 'token' } }],
    });
  });

  test('is found when it is connected again, whatever it is to be called', async () => {
    await connect('--name', 'first');
    const again = await connect();
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^first is connected already; nothing was changed\nhealthScore /),
      stderr: expect.stringContaining('The manifest was applied before; nothing changed there.'),
    });
    const json = await connect('--name', 'second', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      outcome: 'already_connected',
      cluster: { name: 'first', phase: 'Ready' },
      health: { healthScore: expect.any(Number) },
    });
    expect(await clusters()).toMatchObject({ total: 1 });
  });

  test('gets new credentials where those it has do not work', async () => {
    const { cluster } = JSON.parse((await connect('--json')).stdout);
    const { WHEELHOUSE_TOKEN = '' } = admin;
    const path = `/api/platform/api/v1/clusters/${cluster.id}`;
    const body = { server: cluster.server, token: 'worth-nothing' };
    expect(await house.house.through(WHEELHOUSE_TOKEN, 'PATCH', path, { body })).toMatchObject({ status: 200 });
    const renewed = await connect('--json');
    expect(renewed).toMatchObject({ code: 0 });
    expect(JSON.parse(renewed.stdout)).toMatchObject({
      outcome: 'renewed',
      cluster: { id: cluster.id, phase: 'Ready', reason: 'ready' },
    });
    expect(await clusters()).toMatchObject({ total: 1 });
  });

  test('is applied to only after a yes, and by a script only with --yes', async () => {
    const words = ['clusters', 'connect', '--name', 'asked'];
    expect(await run(words, admin)).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') });
    const no = startOnTerminal(words, admin);
    await no.until('stdout', 'Apply this? (yes or no)');
    no.type('no\r');
    expect(await no.ended).toMatchObject({ code: 5, stdout: expect.stringContaining('nothing was applied') });
    expect(await clusters()).toMatchObject({ total: 0 });
    const yes = startOnTerminal(words, admin);
    await yes.until('stdout', 'Apply this? (yes or no)');
    yes.type('yes\r');
    expect(await yes.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('healthScore') });
  });

  test('is reached by the installation at another address, with the certificate of the one kubectl uses', async () => {
    const [, at = ''] = /https:\/\/([^"]+)/.exec(readFileSync(engineSetting('KUBE2_KUBECONFIG'), 'utf8')) ?? [];
    const relay = await startRelay(at);
    onTestFinished(() => relay.close());
    const server = `https://${relay.place}`;
    const { code, stdout } = await connect('--server', server, '--json');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, cluster: { server, phase: 'Ready' } });
    expect(await connect('--server', 'http://x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('give it as https://host:port'),
    });
  });

  test('is connected though its kubeconfig runs a login program, as those of cloud providers do', async () => {
    const kube = openKube('KUBE2_KUBECONFIG');
    onTestFinished(() => kube.close());
    const { token } = await kube.serviceAccount([{ group: '*', resource: '*', verb: '*' }]);
    const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token } };
    writeFileSync(join(folder, 'bin/cloud-login'), `#!/bin/sh\necho '${JSON.stringify(credential)}'\n`, {
      mode: 0o755,
    });
    const exec = { apiVersion: credential.apiVersion, command: 'cloud-login', interactiveMode: 'IfAvailable' };
    const kubeconfig = kubeconfigWith({ user: { exec } });
    const refused = await run(['clusters', 'register', 'cloud', '--kubeconfig', kubeconfig], admin);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('wheelhouse clusters connect') });
    expect(await connect('--kubeconfig', kubeconfig, '--name', 'cloud')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^cloud is connected\nhealthScore /),
    });
  });

  test('with an agent is told before anything is applied that there is none, and connected without', async () => {
    const { code, stderr } = await connect('--with-agent');
    expect(code).toBe(0);
    expect(stderr.indexOf('nothing of it is applied')).toBeLessThan(stderr.indexOf('This will be applied'));
    expect(stderr).toContain('Actions are off for this cluster, because no action agent is running for it.');
  });
});

describe('with --deploy', () => {
  test('it is connected and can be deployed to, with an account of its own for that', async () => {
    const { code, stdout, stderr } = await connect('--deploy', '--name', 'shop');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^shop is connected\nhealthScore .*\n(?:.*\n)*Wheelhouse can deploy to it\.\n$/);
    expect(stderr).toMatch(/ServiceAccount +wheelhouse\/wheelhouse-platform\n/);
    expect(stderr).toMatch(/ValidatingAdmissionPolicy +wheelhouse-platform-namespaces\n/);
    expect(stderr.match(/ Namespace /g)).toHaveLength(1);
    expect(stderr).toContain('only in namespaces that it makes itself (CloudSpaces)');
    expect(stderr).not.toContain('changes nothing');
    const [cluster] = (await clusters()).data;
    expect(cluster).toMatchObject({ phase: 'Ready', deployable: true, deploy_credential: { kind: 'token' } });
    const shown = await run(['clusters', 'show', 'shop'], admin);
    expect(shown.stdout).toMatch(/\ndeploying +yes, by token of its own\n/);
    expect(JSON.parse((await connect('--deploy', '--json')).stdout)).toMatchObject({ outcome: 'already_connected' });
  });

  test('one that is only watched says what is missing, and gets it by running that command', async () => {
    await connect('--name', 'shop');
    const before = await run(['clusters', 'show', 'shop'], admin);
    expect(before.stdout).toMatch(/\ndeploying +no \(rights_missing\)\n.*`wheelhouse clusters connect --deploy`.*\n/);
    expect(before.stdout).toMatch(/\nlacks +get, list, watch, create, patch, delete namespaces: CloudSpaces: /);
    expect(before.stdout).toContain('bind clusterroles wheelhouse-cloudspace: ');
    const { cluster, outcome } = JSON.parse((await connect('--deploy', '--json')).stdout);
    expect({ cluster, outcome }).toMatchObject({ outcome: 'renewed', cluster: { name: 'shop', deployable: true } });
    expect(await clusters()).toMatchObject({ total: 1 });
  });

  test('given by hand and taken away again', async () => {
    await connect('--name', 'shop');
    const { kubeconfig } = await deployAccess('KUBE2_KUBECONFIG');
    const words = ['clusters', 'deploy-access', 'shop'];
    const given = await run([...words, '--kubeconfig', '-'], admin, kubeconfig);
    expect(given).toMatchObject({ code: 0, stdout: expect.stringMatching(/\ndeploying +yes, by token of its own\n/) });
    const removed = await run([...words, '--remove'], admin);
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^shop has no credentials for deploying/) });
    const worthless = JSON.stringify({ ...JSON.parse(kubeconfig), users: [{ name: 'deploy', user: { token: 'x' } }] });
    expect(await run([...words, '--kubeconfig', '-'], admin, worthless)).toMatchObject({
      code: 6,
      stderr: told(/shop is registered, but cannot be deployed to: The API server does not accept .*/, /fix it; .*/),
    });
    for (const wrong of [[], ['--remove', '--kubeconfig', '-']])
      expect(await run([...words, ...wrong], admin)).toMatchObject({
        code: 2,
        stderr: told(/say which credentials: .*/, /or have them made: wheelhouse clusters connect --deploy/),
      });
  });
});

/** What went wrong is one sentence, and the next step another. */
const told = (sentence: RegExp, next: RegExp) =>
  expect.stringMatching(new RegExp(`wheelhouse: ${sentence.source}\\n {2}next: ${next.source}\\n$`));

describe('in one sentence it is told', () => {
  test('that kubectl is missing', async () => {
    const { PATH: _path, ...rest } = admin;
    const nowhere = { ...rest, PATH: join(folder, 'none') };
    expect(await run(['clusters', 'connect', '--yes'], nowhere)).toMatchObject({
      code: 1,
      stderr: told(/kubectl was not found on your PATH/, /install it .*, or register the cluster in the dashboard/),
    });
  });

  test('that the context does not exist, with those that do', async () => {
    expect(await connect('--context', 'nope')).toMatchObject({
      code: 2,
      stderr: told(/your kubeconfig has no context nope/, /name one of kube2: --context NAME/),
    });
    expect(await connect('--kubeconfig', kubeconfigWith({ current: '' }))).toMatchObject({
      code: 2,
      stderr: told(/your kubeconfig has no current context/, /name one of kube2: --context NAME/),
    });
    expect(await connect('--kubeconfig', join(folder, 'absent'))).toMatchObject({
      code: 2,
      stderr: told(/your kubeconfig has no current context, nor any other/, /name the file .*/),
    });
    writeFileSync(join(folder, 'broken'), 'a: [');
    expect(await connect('--kubeconfig', join(folder, 'broken'))).toMatchObject({
      code: 2,
      stderr: told(/your kubeconfig cannot be read: .*/, /kubectl config view shows it/),
    });
  });

  test('that the API server answers nothing, or is not there', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const at = (server: string) => connect('--kubeconfig', kubeconfigWith({ cluster: { server } }));
    expect(await at(`https://127.0.0.1:${port}`)).toMatchObject({
      code: 1,
      stderr: told(
        /the API server of kube2 at \S+ cannot be reached from here: it gave no answer within 10 s/,
        /check .*/,
      ),
    });
    expect(await at('https://127.0.0.1:9')).toMatchObject({
      code: 1,
      stderr: told(/the API server of kube2 at \S+ cannot be reached from here: .* was refused .*/, /check .*/),
    });
  });

  test('which rights are missing, and nothing is registered', async () => {
    const kube = openKube('KUBE2_KUBECONFIG');
    onTestFinished(() => kube.close());
    const { token, setRights } = await kube.serviceAccount([]);
    const few = kubeconfigWith({ user: { token } });
    expect(await connect('--kubeconfig', few)).toMatchObject({
      code: 5,
      stderr: told(
        /you may not apply the manifest to kube2: you cannot get namespaces, get serviceaccounts, get secrets, get clusterroles\.rbac\.authorization\.k8s\.io, get clusterrolebindings\.rbac\.authorization\.k8s\.io/,
        /have an administrator .*/,
      ),
    });
    const rbac = 'rbac.authorization.k8s.io';
    const all = [
      ['', 'namespaces'],
      ['', 'serviceaccounts'],
      ['', 'secrets'],
      [rbac, 'clusterrolebindings'],
    ].map(([group = '', resource = '']) => ({ group, resource, verb: 'get' }));
    await setRights(all);
    expect(await connect('--kubeconfig', few)).toMatchObject({
      code: 5,
      stderr: told(/you may not apply .*: you cannot get clusterroles\.rbac\.authorization\.k8s\.io/, /have .*/),
    });
    expect(await clusters()).toMatchObject({ total: 0 });
  });

  test('that the credentials of kubectl do not work', async () => {
    expect(await connect('--kubeconfig', kubeconfigWith({ user: { token: 'ended' } }))).toMatchObject({
      code: 4,
      stderr: told(/kubectl cannot sign in to kube2: .*Unauthorized.*/, /sign in to the cluster .*/),
    });
    const plugin = {
      exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin', interactiveMode: 'Never' },
    };
    expect(await connect('--kubeconfig', kubeconfigWith({ user: plugin }))).toMatchObject({
      code: 4,
      stderr: told(
        /kubectl cannot sign in to kube2: .*executable no-such-plugin not found/,
        /sign in to the cluster .*/,
      ),
    });
  });

  test('that the installation connects to public addresses only, and which setting allows more', async () => {
    const [, at = ''] = /https:\/\/([^"]+)/.exec(readFileSync(engineSetting('KUBE2_KUBECONFIG'), 'utf8')) ?? [];
    const relay = await startRelay(at, '127.0.0.2:0');
    onTestFinished(() => relay.close());
    const cluster = { server: `https://${relay.place}`, 'tls-server-name': '127.0.0.1' };
    expect(await connect('--kubeconfig', kubeconfigWith({ cluster }))).toMatchObject({
      code: 5,
      stderr: told(
        /this installation does not connect to https:\/\/127\.0\.0\.2:\d+, because that is not a public address/,
        /have an operator allow its network with CLUSTER_ALLOWED_PRIVATE_CIDRS \(docker compose: compose\.local-clusters\.yml\), .*--server .*/,
      ),
    });
  });

  test('that the name is another cluster’s, or the token may not register one', async () => {
    await house.unreached(admin, 'kube2');
    expect(await connect()).toMatchObject({
      code: 5,
      stderr: told(/another cluster is registered as kube2: its server is \S+/, /choose another name: --name NAME.*/),
    });
    const reader = await house.withToken(['read']);
    expect(await run(['clusters', 'connect', '--yes'], { ...admin, ...reader })).toMatchObject({
      code: 5,
      stderr: told(
        /your token may not register clusters: that takes the scope admin/,
        /sign in again and tick admin in the browser: .*/,
      ),
    });
  });
});
