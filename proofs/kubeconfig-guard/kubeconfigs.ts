import { readFile } from 'node:fs/promises';
import { engineSetting } from '@wheelhouse/testkit';

/** How to come into the real cluster: every hostile kubeconfig is this one with something done to it, and would work. */
export interface Way {
  readonly server: string;
  /** Base64 of PEM, as kubeconfigs have it. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** Of a service account. */
  readonly token: string;
}

interface AdminConfig {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
  readonly users: readonly { readonly user: Readonly<Record<string, string>> }[];
}

export async function adminWay(token: string): Promise<Way> {
  const { clusters, users }: AdminConfig = JSON.parse(await readFile(engineSetting('KUBECONFIG'), 'utf8'));
  const of = (from: Readonly<Record<string, string>> | undefined, name: string) => from?.[name] ?? '';
  return {
    server: of(clusters[0]?.cluster, 'server'),
    authority: of(clusters[0]?.cluster, 'certificate-authority-data'),
    certificate: of(users[0]?.user, 'client-certificate-data'),
    key: of(users[0]?.user, 'client-key-data'),
    token,
  };
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

type Fields = Readonly<Record<string, unknown>>;

export const clusterOf = ({ server, authority }: Way): Fields => ({ server, 'certificate-authority-data': authority });
export const certificateUser = ({ certificate, key }: Way): Fields => ({
  'client-certificate-data': certificate,
  'client-key-data': key,
});
export const tokenUser = ({ token }: Way): Fields => ({ token });

/** A kubeconfig with one context; `more` replaces or joins its lists. */
export function configOf(cluster: Fields, user: Fields, more: Fields = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'me' } }],
    clusters: [{ name: 'here', cluster }],
    users: [{ name: 'me', user }],
    ...more,
  });
}

/** The same in YAML, with these lines as the user's; and others before all the rest, for anchors. */
export function yamlOf(way: Way, user: readonly string[], before: readonly string[] = []): string {
  return [
    ...before,
    'apiVersion: v1',
    'kind: Config',
    'current-context: here',
    'contexts:',
    '  - name: here',
    '    context: { cluster: here, user: me }',
    'clusters:',
    '  - name: here',
    '    cluster:',
    `      server: ${way.server}`,
    `      certificate-authority-data: ${way.authority}`,
    'users:',
    '  - name: me',
    '    user:',
    ...user.map((line) => `      ${line}`),
    '',
  ].join('\n');
}
