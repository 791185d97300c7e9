import { join } from 'node:path';
import { ensureAuthority, ensureCertificate } from '../engines/runtime/certificates.ts';

/** A certificate for localhost and 127.0.0.1, and the file of the authority that signed it. */
export interface Certificate {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

export async function localCertificate(folder: string): Promise<Certificate> {
  await ensureAuthority(folder, 'receivers of webhooks');
  const alternativeNames = 'DNS:localhost,IP:127.0.0.1';
  await ensureCertificate(folder, { name: 'receiver', commonName: 'receiver', alternativeNames });
  const at = (name: string) => join(folder, name);
  return { authority: at('ca.crt'), certificate: at('receiver.crt'), key: at('receiver.key') };
}
