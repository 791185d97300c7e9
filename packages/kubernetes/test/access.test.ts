import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminAccess, engineSetting } from '@wheelhouse/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accessOfPod } from '../src/access/in-cluster.ts';
import { accessFromFile, accessInCluster, type ClusterAccess, defaultAccess, KubeconfigRefused } from '../src/index.ts';
import { failureOf } from './kube.ts';

let folder: string;
let admin: ClusterAccess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'access-'));
  admin = adminAccess();
});
afterEach(() => rm(folder, { recursive: true }));

const tokenOf = ({ token }: ClusterAccess) => (typeof token === 'function' ? token() : Promise.resolve(token));

describe('in a pod', () => {
  const environment = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

  test('its service account is used, and its token read again', async () => {
    await writeFile(join(folder, 'ca.crt'), admin.certificateAuthority ?? '');
    await writeFile(join(folder, 'token'), 'first\n');
    const access = await accessOfPod(folder, environment);
    expect(access?.server).toBe('https://10.96.0.1');
    expect(access?.certificateAuthority).toBe(admin.certificateAuthority);
    expect(access && (await tokenOf(access))).toBe('first');
    await writeFile(join(folder, 'token'), 'second\n');
    expect(access && (await tokenOf(access))).toBe('second');
    const six = await accessOfPod(folder, { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' });
    expect(six?.server).toBe('https://[fd00::1]:6443');
  });

  test('without a service account, and outside of a pod, there is none', async () => {
    expect(await accessOfPod(folder, environment)).toBeUndefined();
    expect(await accessOfPod(folder, {})).toBeUndefined();
    expect(await accessInCluster()).toBeUndefined();
  });
});

describe('on a machine', () => {
  test('the default is the file in the home folder, whatever KUBECONFIG says', async () => {
    expect(engineSetting('KUBECONFIG')).not.toBe('');
    expect(String(await failureOf(defaultAccess(folder)))).toContain(join(folder, '.kube/config'));
    await mkdir(join(folder, '.kube'));
    await writeFile(join(folder, '.kube/config'), await readFile(engineSetting('KUBE2_KUBECONFIG'), 'utf8'));
    expect((await defaultAccess(folder)).server).toBe(adminAccess('KUBE2_KUBECONFIG').server);
  });

  function config(user: object, cluster: object = {}): string {
    return JSON.stringify({
      'current-context': 'c',
      clusters: [{ name: 'c', cluster: { server: 'https://10.0.0.1:6443', ...cluster } }],
      users: [
        { name: 'u', user },
        { name: 'cloud', user: { exec: { command: 'aws' } } },
      ],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    });
  }
  async function accessOf(text: string): Promise<ClusterAccess> {
    await writeFile(join(folder, 'config'), text);
    return accessFromFile(join(folder, 'config'));
  }

  test("a file of the operator's own may name files beside it", async () => {
    const { certificate = '', key = '' } = admin.clientCertificate ?? {};
    await writeFile(join(folder, 'ca.pem'), admin.certificateAuthority ?? '');
    await writeFile(join(folder, 'crt.pem'), certificate);
    await writeFile(join(folder, 'key.pem'), key);
    await writeFile(join(folder, 'token'), 'first');
    const access = await accessOf(
      config(
        { 'client-certificate': 'crt.pem', 'client-key': 'key.pem', tokenFile: 'token' },
        { 'certificate-authority': join(folder, 'ca.pem') },
      ),
    );
    expect(access.clientCertificate).toEqual(admin.clientCertificate);
    expect(access.certificateAuthority).toBe(admin.certificateAuthority);
    await writeFile(join(folder, 'token'), 'second');
    expect(await tokenOf(access)).toBe('second');
  });

  test.for<readonly [string, object, object]>([
    ['exec', { exec: { command: 'aws' } }, {}],
    ['auth_provider', { 'auth-provider': { name: 'gcp' } }, {}],
    ['insecure_tls', { token: 't' }, { 'insecure-skip-tls-verify': true }],
    ['proxy_url', { token: 't' }, { 'proxy-url': 'http://127.0.0.1' }],
    ['no_credentials', {}, {}],
  ])('but %s is refused there too', async ([code, user, cluster]) => {
    const error = await failureOf(accessOf(config(user, cluster)));
    expect(error).toBeInstanceOf(KubeconfigRefused);
    expect(error).toMatchObject({ code });
  });
});
