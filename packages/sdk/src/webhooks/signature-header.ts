/** What the header says, not yet believed. */
export interface SignatureHeader {
  /** As written: these characters were signed. */
  readonly seconds: string;
  /** Several while a secret is being replaced. What is not 64 lowercase hex digits can match nothing, and is left out. */
  readonly digests: readonly Uint8Array[];
}

/** Undefined where it is not of the form. Versions other than v1 are left to those who know them. */
export function readSignatureHeader(header: string): SignatureHeader | undefined {
  const parts = header.split(',').map((part) => /^(\w+)=(.*)$/.exec(part.trim()));
  if (parts.includes(null)) return undefined;
  const valuesOf = (name: string) => parts.flatMap((part) => (part?.[1] === name ? [part[2] ?? ''] : []));
  const [seconds = '', ...more] = valuesOf('t');
  const digests = valuesOf('v1');
  if (more.length > 0 || !/^\d{1,12}$/.test(seconds) || digests.length === 0) return undefined;
  return {
    seconds,
    digests: digests.filter((text) => /^[0-9a-f]{64}$/.test(text)).map((text) => Buffer.from(text, 'hex')),
  };
}
