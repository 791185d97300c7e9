import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAuthority, ensureCertificate, type Pem } from '../../dev/engines/runtime/certificates.ts';
import { run } from '../../dev/engines/runtime/shell.ts';

/** An authority of the proof's own, a stranger to it, and servers' certificates of both, good and bad. */
export interface Certificates {
  readonly authority: string;
  readonly stranger: string;
  readonly good: Pem;
  /** By the stranger, with the right name. */
  readonly foreign: Pem;
  /** By the authority, for another name. */
  readonly elsewhere: Pem;
  readonly expired: Pem;
}

const loopback = 'DNS:localhost,IP:127.0.0.1';

export async function makeCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-certificates-'));
  const [own, other] = [join(folder, 'own'), join(folder, 'other')];
  try {
    await ensureAuthority(own, 'the proof');
    await ensureAuthority(other, 'a stranger');
    const named = (name: string, alternativeNames: string) => ({ name, commonName: name, alternativeNames });
    return {
      authority: await readFile(join(own, 'ca.crt'), 'utf8'),
      stranger: await readFile(join(other, 'ca.crt'), 'utf8'),
      good: await ensureCertificate(own, named('good', loopback)),
      foreign: await ensureCertificate(other, named('foreign', loopback)),
      elsewhere: await ensureCertificate(own, named('elsewhere', 'DNS:elsewhere.test')),
      expired: await expiredCertificate(own),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Over in the very second it is made. */
async function expiredCertificate(folder: string): Promise<Pem> {
  const at = (name: string) => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', at('expired.key')];
  const subject = ['-subj', '/CN=expired', '-addext', `subjectAltName=${loopback}`];
  await run('openssl', ['req', '-new', ...key, ...subject, '-out', at('expired.csr')]);
  const signer = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-copy_extensions', 'copy', '-days', '0'];
  await run('openssl', ['x509', '-req', '-in', at('expired.csr'), ...signer, '-out', at('expired.crt')]);
  return { certificate: await readFile(at('expired.crt'), 'utf8'), key: await readFile(at('expired.key'), 'utf8') };
}
