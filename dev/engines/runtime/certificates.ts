import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './shell.ts';

/** A certificate authority in a folder, and certificates signed by it. Each is made once and kept. */

const days = '3650';
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];

export interface Identity {
  readonly name: string;
  readonly commonName: string;
  readonly organization?: string;
  /** As openssl writes them: `DNS:localhost,IP:127.0.0.1`. Without, the certificate is a client's. */
  readonly alternativeNames?: string;
}

export interface Pem {
  readonly certificate: string;
  readonly key: string;
}

export async function ensureAuthority(folder: string, commonName: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const extensions = [
    '-addext',
    'basicConstraints=critical,CA:TRUE',
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
  ];
  await makeOnce(folder, 'ca', ['-subj', `/CN=${commonName}`, ...extensions]);
}

export async function ensureCertificate(folder: string, identity: Identity): Promise<Pem> {
  const subject = `${identity.organization === undefined ? '' : `/O=${identity.organization}`}/CN=${identity.commonName}`;
  const signer = ['-CA', join(folder, 'ca.crt'), '-CAkey', join(folder, 'ca.key')];
  const purpose = identity.alternativeNames === undefined ? 'clientAuth' : 'serverAuth,clientAuth';
  const extensions = ['basicConstraints=critical,CA:FALSE', `extendedKeyUsage=${purpose}`];
  if (identity.alternativeNames !== undefined) extensions.push(`subjectAltName=${identity.alternativeNames}`);
  await makeOnce(folder, identity.name, [
    '-subj',
    subject,
    ...signer,
    ...extensions.flatMap((text) => ['-addext', text]),
  ]);
  return {
    certificate: await readFile(join(folder, `${identity.name}.crt`), 'utf8'),
    key: await readFile(join(folder, `${identity.name}.key`), 'utf8'),
  };
}

/** The key pair service-account tokens are signed with. */
export async function ensureSigningKey(folder: string): Promise<string> {
  const path = join(folder, 'service-accounts.key');
  if (!existsSync(path)) {
    await run('openssl', ['genrsa', '-out', `${path}.unfinished`, '2048']);
    await rename(`${path}.unfinished`, path);
  }
  return readFile(path, 'utf8');
}

/** The certificate is renamed into place last: where it lies, its key lies too. */
async function makeOnce(folder: string, name: string, args: readonly string[]): Promise<void> {
  const certificate = join(folder, `${name}.crt`);
  if (existsSync(certificate)) return;
  await rm(`${certificate}.unfinished`, { force: true });
  const files = ['-keyout', join(folder, `${name}.key`), '-out', `${certificate}.unfinished`];
  await run('openssl', ['req', '-x509', ...newKey, '-days', days, ...files, ...args]);
  await rename(`${certificate}.unfinished`, certificate);
}
