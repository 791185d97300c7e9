import { generateKeyPairSync } from 'node:crypto';
import { atOnce, type HostileCase } from './hostile-case.ts';
import { base64, certificateUser, clusterOf, configOf, tokenUser, type Way, yamlOf } from './kubeconfigs.ts';

/** Kubeconfigs that weaken TLS, speak for somebody else, lead past the guard, or are none at all. */
export function textCases(way: Way, outside: string): readonly HostileCase[] {
  return [...weakCases(way, outside), ...brokenCases(way), ...bombs(way)];
}

function weakCases(way: Way, outside: string): readonly HostileCase[] {
  const withCluster = (name: string, more: object, ...codes: string[]) =>
    atOnce(name, { kubeconfig: configOf({ ...clusterOf(way), ...more }, tokenUser(way)) }, ...codes);
  const withUser = (name: string, more: object, ...codes: string[]) =>
    atOnce(name, { kubeconfig: configOf(clusterOf(way), { ...tokenUser(way), ...more }) }, ...codes);
  const { host } = new URL(way.server);
  return [
    withCluster('proxy-url', { 'proxy-url': `http://${outside}` }, 'proxy_url'),
    withCluster('proxy-url of another kind', { 'proxy-url': `socks5://${outside}` }, 'proxy_url'),
    withCluster('insecure-skip-tls-verify', { 'insecure-skip-tls-verify': true }, 'insecure_tls'),
    withCluster(
      'insecure-skip-tls-verify without an authority',
      { 'insecure-skip-tls-verify': true, 'certificate-authority-data': undefined },
      'insecure_tls',
    ),
    withCluster(
      'insecure-skip-tls-verify as a text',
      { 'insecure-skip-tls-verify': 'true' },
      'insecure_tls',
      'malformed',
    ),
    withUser('impersonation of a user', { as: 'system:admin' }, 'impersonation'),
    withUser('impersonation of groups', { 'as-groups': ['system:masters'] }, 'impersonation'),
    withUser('impersonation by an id', { 'as-uid': '0' }, 'impersonation'),
    withUser('impersonation with more', { 'as-user-extra': { scopes: ['all'] } }, 'impersonation'),
    withUser(
      'a name and a password',
      { username: 'admin', password: 'admin' },
      'basic_auth',
      'malformed',
      'no_credentials',
    ),
    withCluster('a server over plain http', { server: `http://${host}` }, 'not_https'),
    withCluster('a server in a file', { server: 'file:///etc/shadow' }, 'not_https', 'malformed'),
    withCluster(
      'a server on a socket of the machine',
      { server: 'unix:///var/run/docker.sock' },
      'not_https',
      'malformed',
    ),
    withCluster('a server with a user', { server: `https://admin:admin@${host}` }, 'userinfo'),
    withCluster('a server behind something that looks like one', { server: `https://${host}@${outside}` }, 'userinfo'),
    withCluster('a server with a question', { server: `${way.server}/?x=` }, 'malformed'),
    withCluster('a server with a fragment', { server: `${way.server}/#` }, 'malformed'),
    withCluster('a server that is none', { server: 'https://' }, 'malformed', 'not_https'),
    withCluster('a server that is not a text', { server: [way.server] }, 'malformed'),
    withUser('a token with a header behind it', { token: `x\r\nImpersonate-User: system:admin` }, 'malformed'),
    withUser('a token that is not a text', { token: { toString: 'x' } }, 'malformed'),
  ];
}

function brokenCases(way: Way): readonly HostileCase[] {
  const refused = (name: string, kubeconfig: string, ...codes: string[]) => atOnce(name, { kubeconfig }, ...codes);
  const [cluster, token] = [clusterOf(way), tokenUser(way)];
  const context = (more: object) => configOf(cluster, token, { ...more });
  const pem = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const otherKey = base64(pem.export({ type: 'pkcs8', format: 'pem' }).toString());
  const sealed = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  const lockedKey = base64(pem.export(sealed).toString());
  const certificate = certificateUser(way);
  return [
    refused('no current-context', context({ 'current-context': undefined }), 'no_context'),
    refused('a current-context that is not there', context({ 'current-context': 'there' }), 'no_context'),
    refused('no contexts', context({ contexts: [] }), 'no_context'),
    refused(
      'a context without its cluster',
      context({ contexts: [{ name: 'here', context: { cluster: 'there', user: 'me' } }] }),
      'no_context',
      'malformed',
    ),
    refused(
      'a context without its user',
      context({ contexts: [{ name: 'here', context: { cluster: 'here', user: 'you' } }] }),
      'no_context',
      'no_credentials',
      'malformed',
    ),
    atOnce(
      'a chosen context that is not there',
      { kubeconfig: configOf(cluster, token), context: 'there' },
      'no_context',
    ),
    refused('no credentials', configOf(cluster, {}), 'no_credentials'),
    refused(
      'a certificate without its key',
      configOf(cluster, { ...certificate, 'client-key-data': undefined }),
      'no_credentials',
      'malformed',
    ),
    refused(
      "another certificate's key",
      configOf(cluster, { ...certificate, 'client-key-data': otherKey }),
      'malformed',
    ),
    refused('a key under a password', configOf(cluster, { ...certificate, 'client-key-data': lockedKey }), 'malformed'),
    refused(
      'an authority that is no certificate',
      configOf({ ...cluster, 'certificate-authority-data': otherKey }, token),
      'malformed',
    ),
    refused(
      'an authority that is not base64',
      configOf({ ...cluster, 'certificate-authority-data': '%%%' }, token),
      'malformed',
    ),
    refused(
      'an authority that is not text',
      configOf(
        { ...cluster, 'certificate-authority-data': Buffer.from([0xff, 0xfe, 0, 0x80]).toString('base64') },
        token,
      ),
      'malformed',
    ),
    refused('clusters that are no list', context({ clusters: { here: cluster } }), 'malformed', 'no_context'),
    refused('a list', '[]', 'malformed', 'no_context'),
    refused('a word', 'kubeconfig', 'malformed', 'no_context'),
    refused('YAML that breaks off', yamlOf(way, ['token: "']), 'malformed'),
    refused('zero bytes', `${configOf(cluster, token)}\0`, 'malformed'),
    refused('half a character', yamlOf(way, [`token: "${way.token}\ud800"`]), 'malformed'),
  ];
}

/** Small texts that grow when they are read, and large ones. */
function bombs(way: Way): readonly HostileCase[] {
  const lists = Array.from({ length: 9 }, (_, level) => {
    const item = level === 0 ? '"lol"' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 9 }, () => item).join(', ')}]`;
  });
  const token = `token: ${way.token}`;
  const endlessUsers = configOf(clusterOf(way), {}).replace(/"users":.*}$/, '"users": &users [*users]}');
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  return [
    atOnce('a bomb of aliases', { kubeconfig: yamlOf(way, [token, 'x: *l8'], lists) }, 'malformed'),
    atOnce('users that are themselves', { kubeconfig: endlessUsers }, 'malformed'),
    atOnce('a list of great depth', { kubeconfig: yamlOf(way, [token], [`x: ${deep}`]) }, 'malformed', 'too_large'),
    atOnce(
      'a text of half a megabyte',
      { kubeconfig: yamlOf(way, [token], [`x: ${'x'.repeat(600 * 1024)}`]) },
      'maxLength',
      'too_large',
    ),
  ];
}
