import { readFile } from 'node:fs/promises';
import { engineSetting } from '@wheelhouse/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessFromKubeconfig, KubeconfigRefused } from '../src/index.ts';

interface Named<Kind extends string> {
  name: string;
  [kind: string]: unknown;
  readonly kind?: Kind;
}
interface Config {
  'current-context'?: string;
  clusters: Named<'cluster'>[];
  users: Named<'user'>[];
  contexts: Named<'context'>[];
  [field: string]: unknown;
}
type Fields = Record<string, unknown>;

let admin: string;
let other: string;
beforeAll(async () => {
  admin = await readFile(engineSetting('KUBECONFIG'), 'utf8');
  other = await readFile(engineSetting('KUBE2_KUBECONFIG'), 'utf8');
});

const parse = (text: string) => JSON.parse(text) as Config;
const clusterOf = (config: Config) => config.clusters[0]?.['cluster'] as Fields;
const userOf = (config: Config) => config.users[0]?.['user'] as Fields;
function changed(change: (config: Config) => void): string {
  const config = parse(admin);
  change(config);
  return JSON.stringify(config);
}
const base64 = (text: string) => Buffer.from(text).toString('base64');

function refusalOf(text: string, context?: string): KubeconfigRefused {
  try {
    accessFromKubeconfig(text, context);
  } catch (error) {
    if (error instanceof KubeconfigRefused) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('an honest kubeconfig', () => {
  test('with a client certificate is taken', () => {
    const access = accessFromKubeconfig(admin);
    expect(access.server).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(access.certificateAuthority).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(access.clientCertificate?.key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(access.token).toBeUndefined();
  });

  test('in YAML, with a token, a path, a name of its own and much that is not ours to read', () => {
    const text = `
apiVersion: v1
kind: Config
preferences: {}
clusters:
- name: far
  cluster: &far
    server: https://API.example.com:443/clusters/c1/
    tls-server-name: kubernetes.default
    disable-compression: true
    insecure-skip-tls-verify: false
    extensions: [{name: x, extension: {last-update: 2020-01-01}}]
- name: again
  cluster: *far
users:
- name: robot
  user: {token: abc.def-ghi}
contexts:
- name: one
  context: {cluster: far, user: robot, namespace: default}
current-context: ""
`;
    expect(accessFromKubeconfig(text, 'one')).toEqual({
      server: 'https://api.example.com/clusters/c1',
      tlsServerName: 'kubernetes.default',
      token: 'abc.def-ghi',
    });
  });

  test('may hold other clusters that are merely not to our taste', () => {
    const text = changed((config) => {
      config.clusters.push({ name: 'old', cluster: { server: 'http://old', 'insecure-skip-tls-verify': true } });
    });
    expect(accessFromKubeconfig(text).clientCertificate).toBeDefined();
  });
});

describe('a kubeconfig is refused', () => {
  const user = (fields: Fields) => (config: Config) => void Object.assign(userOf(config), fields);
  const cluster = (fields: Fields) => (config: Config) => void Object.assign(clusterOf(config), fields);
  const server = (address: unknown) => cluster({ server: address });
  const stranger = (fields: Fields) => (config: Config) => void config.users.push({ name: 'stranger', user: fields });

  test.for<readonly [string, string, (config: Config) => void]>([
    ['exec', 'users[0].user.exec', user({ exec: { command: 'touch', args: ['/tmp/x'] } })],
    ['exec', 'users[0].user.exec', user({ exec: {} })],
    ['exec', 'users[1].user.exec', stranger({ exec: { command: 'aws' } })],
    ['auth_provider', 'users[0].user.auth-provider', user({ 'auth-provider': { name: 'gcp' } })],
    ['auth_provider', 'users[1].user.auth-provider', stranger({ 'auth-provider': { name: 'gcp' } })],
    ['file_reference', 'users[0].user.tokenFile', user({ tokenFile: '/etc/shadow' })],
    ['file_reference', 'users[0].user.client-key', user({ 'client-key': 'key.pem' })],
    ['file_reference', 'users[0].user.client-certificate', user({ 'client-certificate': 'crt.pem' })],
    ['file_reference', 'users[1].user.client-certificate', stranger({ 'client-certificate': '/m/client.crt' })],
    [
      'file_reference',
      'clusters[0].cluster.certificate-authority',
      cluster({ 'certificate-authority': '/etc/passwd' }),
    ],
    ['proxy_url', 'clusters[0].cluster.proxy-url', cluster({ 'proxy-url': 'socks5://127.0.0.1:1' })],
    ['insecure_tls', 'clusters[0].cluster.insecure-skip-tls-verify', cluster({ 'insecure-skip-tls-verify': true })],
    ['insecure_tls', 'clusters[0].cluster.insecure-skip-tls-verify', cluster({ 'insecure-skip-tls-verify': 'yes' })],
    ['impersonation', 'users[0].user.as', user({ as: 'root' })],
    ['impersonation', 'users[0].user.as-groups', user({ 'as-groups': ['system:masters'] })],
    ['impersonation', 'users[0].user.as-user-extra', user({ 'as-user-extra': { a: ['b'] } })],
    ['basic_auth', 'users[0].user.username', user({ username: 'a', password: 'b' })],
    ['basic_auth', 'users[0].user.password', user({ password: 'b' })],
    ['not_https', 'clusters[0].cluster.server', server('http://127.0.0.1:8080')],
    ['not_https', 'clusters[0].cluster.server', server('file:///etc/passwd')],
    ['userinfo', 'clusters[0].cluster.server', server('https://a:b@example.com')],
    ['userinfo', 'clusters[0].cluster.server', server('https://@example.com')],
    ['malformed', 'clusters[0].cluster.server', server('https:///example.com')],
    ['malformed', 'clusters[0].cluster.server', server('https://example.com?x=1')],
    ['malformed', 'clusters[0].cluster.server', server('https:///example.com')],
    ['malformed', 'clusters[0].cluster.server', server('https://example.com#x')],
    ['malformed', 'clusters[0].cluster.server', server('https:///example.com')],
    ['malformed', 'clusters[0].cluster.server', server('https://exam\nple.com')],
    ['malformed', 'clusters[0].cluster.server', server('https:\\\\example.com')],
    ['malformed', 'clusters[0].cluster.server', server('example.com:6443')],
    ['malformed', 'clusters[0].cluster.server', server('')],
    ['malformed', 'clusters[0].cluster.server', server(443)],
    ['malformed', 'clusters[0].cluster.tls-server-name', cluster({ 'tls-server-name': 'a b' })],
    ['malformed', 'users[0].user.token', user({ token: 'two\r\nlines: x' })],
    ['malformed', 'users[0].user.token', user({ token: 'näh' })],
    ['malformed', 'users[0].user.token', user({ token: ['a'] })],
    ['malformed', 'clusters[0].cluster.certificate-authority-data', cluster({ 'certificate-authority-data': '###' })],
    [
      'malformed',
      'clusters[0].cluster.certificate-authority-data',
      cluster({ 'certificate-authority-data': base64('hello') }),
    ],
    [
      'malformed',
      'clusters[0].cluster.certificate-authority-data',
      (config) => cluster({ 'certificate-authority-data': userOf(config)['client-key-data'] })(config),
    ],
    [
      'malformed',
      'users[0].user.client-certificate-data',
      user({ 'client-certificate-data': base64('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----') }),
    ],
    ['malformed', 'users[0].user.client-key-data', (config) => delete userOf(config)['client-key-data']],
    [
      'malformed',
      'users[0].user.client-key-data',
      user({ 'client-key-data': base64('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----') }),
    ],
    [
      'malformed',
      'users[0].user.client-key-data',
      (config) => user({ 'client-key-data': userOf(parse(other))['client-key-data'] })(config),
    ],
    ['malformed', 'users', (config) => config.users.push({ ...config.users[0], name: config.users[0]?.name ?? '' })],
    ['malformed', 'contexts[0].context.user', (config) => (config.users = [])],
    ['malformed', 'clusters', (config) => Object.assign(config, { clusters: {} })],
    ['no_context', 'current-context', (config) => delete config['current-context']],
    ['no_context', 'contexts', (config) => (config['current-context'] = 'elsewhere')],
    ['no_credentials', 'users[0].user', (config) => Object.assign(config.users[0] ?? {}, { user: {} })],
  ])('%s: %s', ([code, field, change]) => {
    const refused = refusalOf(changed(change));
    expect([refused.code, refused.field]).toEqual([code, field]);
    expect(refused.message.length).toBeLessThan(300);
  });

  test('when an entry that is not meant runs a program, and says which one', () => {
    expect(refusalOf(changed(stranger({ exec: { command: 'aws' } }))).message).toContain('remove the entry "stranger"');
  });

  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
      (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join()}]`,
    ),
  ].join('\n');
  test.for<readonly [string, string]>([
    ['nothing', ''],
    ['a word', 'hello'],
    ['a list', '[]'],
    ['broken YAML', 'a: [b'],
    ['two documents', 'a: 1\n---\nb: 2'],
    ['aliases in aliases', bomb],
    ['an alias of itself', 'clusters: &a [*a]'],
    ['a tag of its own', 'clusters: !!js/function "x"'],
    ['binary by tag', 'current-context: !!binary aGVsbG8='],
    ['a key given twice', 'clusters: []\nusers: []\nclusters: []'],
    ['keys that are mappings', '? {a: b}\n: c'],
    ['very deep', '['.repeat(9_000)],
    ['a prototype', '__proto__: {current-context: x}\ncurrent-context: [1]'],
  ])('malformed: %s', ([, text]) => {
    const began = performance.now();
    expect(refusalOf(text).code).toBe('malformed');
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test.for<readonly [string, string]>([
    ['one value', `a: ${'x'.repeat(256 * 1024)}`],
    ['keys', Array.from({ length: 10_000 }, (_, index) => `k${index}:`).join('\n')],
    ['brackets', '['.repeat(200_000)],
    ['quotes', '"'.repeat(200_000)],
    ['aliases', '*a '.repeat(50_000)],
  ])('too_large, at once: %s', ([, text]) => {
    const began = performance.now();
    expect(refusalOf(text).code).toBe('too_large');
    expect(performance.now() - began).toBeLessThan(500);
  });

  test('without repeating secrets that stand in it', () => {
    const secret = 'very-secret-token';
    const faulty = `users:\n- name: a\n  user: {token: ${secret}\nclusters: [`;
    expect(refusalOf(faulty).message).not.toContain(secret);
  });
});
