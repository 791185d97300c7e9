import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminToken, certificate, folder, server } from './files.ts';

/** Who is who in the demo's cluster: a token each, made at the first start and kept in its volume. */

const users = {
  admin: { user: 'admin', group: 'system:masters' },
  kwok: { user: 'kwok', group: 'system:masters' },
  'metrics-server': { user: 'metrics-server', group: 'system:masters' },
  'controller-manager': { user: 'system:kube-controller-manager', group: '' },
  scheduler: { user: 'system:kube-scheduler', group: '' },
} as const;
type Name = keyof typeof users;

export const tokensFile = join(folder, 'tokens.csv');
export const signingKey = join(folder, 'service-accounts.key');

export function kubeconfigOf(name: Name): string {
  return join(folder, `${name}.kubeconfig`);
}

export function makeIdentities(): void {
  mkdirSync(folder, { recursive: true });
  const tokens = Object.entries(users).map(([name, { user, group }]) => {
    const token = keep(join(folder, `${name}.token`), () => randomBytes(32).toString('hex'));
    write(kubeconfigOf(name as Name), kubeconfig(user, token));
    return `${token},${user},${user},"${group}"\n`;
  });
  write(tokensFile, tokens.join(''));
  keep(signingKey, () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  });
}

export function readAdminToken(): string {
  return readFileSync(adminToken, 'utf8');
}

function kubeconfig(user: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'demo',
    clusters: [{ name: 'demo', cluster: { server, 'certificate-authority': certificate } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: 'demo', context: { cluster: 'demo', user } }],
  });
}

function keep(path: string, make: () => string): string {
  if (!existsSync(path)) write(path, make());
  return readFileSync(path, 'utf8');
}

/** Renamed into place, so that a start that was cut short leaves no half of it. */
function write(path: string, content: string): void {
  writeFileSync(`${path}.unfinished`, content, { mode: 0o600 });
  renameSync(`${path}.unfinished`, path);
}
