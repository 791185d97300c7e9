import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAuthority, ensureCertificate, type Pem } from '../../../dev/engines/runtime/certificates.ts';

/** A certificate authority of a test's own, for the servers it sends to. */
export interface Authority {
  /** PEM; also as a file, for the setting. */
  readonly ca: string;
  readonly caFile: string;
  /** Names as openssl writes them: `DNS:hooks.test,IP:127.0.0.1`. */
  readonly certificate: (names: string) => Promise<Pem>;
  readonly remove: () => Promise<void>;
}

export async function makeAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-authority-'));
  await ensureAuthority(folder, 'webhook tests');
  const caFile = join(folder, 'ca.crt');
  let made = 0;
  return {
    ca: await readFile(caFile, 'utf8'),
    caFile,
    certificate: (alternativeNames) => {
      made += 1;
      return ensureCertificate(folder, { name: `server-${made}`, commonName: 'receiver', alternativeNames });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
