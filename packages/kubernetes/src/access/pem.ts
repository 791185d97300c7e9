import { createPrivateKey, X509Certificate } from 'node:crypto';
import { malformed } from './kubeconfig-text.ts';

/** The text behind a `…-data` field. */
export function decoded(base64: string, field: string): string {
  const compact = base64.replaceAll(/\s/g, '');
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.toString('base64') !== compact) throw malformed(field, `${field} is not base64`);
  return bytes.toString('utf8');
}

/** The certificates in a PEM, and nothing else that stands between them. */
export function certificatesIn(pem: string, field: string): string {
  const blocks = blocksIn(pem).filter(({ label }) => label === 'CERTIFICATE');
  if (blocks.length === 0 || pem.includes('PRIVATE KEY'))
    throw malformed(field, `${field} does not contain PEM certificates`);
  for (const { text } of blocks) readCertificate(text, field);
  return blocks.map(({ text }) => text).join('');
}

/** The one private key in a PEM, which has to be that of the first certificate. */
export function keyIn(pem: string, certificates: string, field: string): string {
  const keys = blocksIn(pem).filter(({ label }) => label.endsWith('PRIVATE KEY'));
  const [first] = keys;
  if (first === undefined || keys.length > 1)
    throw malformed(field, `${field} does not contain exactly one PEM private key`);
  if (first.label.startsWith('ENCRYPTED') || first.text.includes('ENCRYPTED'))
    throw malformed(field, `${field} is protected by a passphrase: use a key without one`);
  if (!readCertificate(certificates, field).checkPrivateKey(readKey(first.text, field)))
    throw malformed(field, `${field} does not match its certificate`);
  return first.text;
}

function readCertificate(pem: string, field: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw malformed(field, `${field} contains a certificate that cannot be parsed`);
  }
}

function readKey(pem: string, field: string) {
  try {
    return createPrivateKey(pem);
  } catch {
    throw malformed(field, `${field} contains a key that cannot be parsed`);
  }
}

function blocksIn(pem: string): readonly { readonly label: string; readonly text: string }[] {
  return [...pem.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----[^-]{1,200000}-----END \1-----/g)].map(
    ([text, label = '']) => ({
      label,
      text: `${text}\n`,
    }),
  );
}
