import { run } from '../../dev/engines/runtime/shell.ts';

/** The digest as openssl reckons it, which knows nothing of our code. */
export async function digestByOpenssl(secret: string, signed: string): Promise<string> {
  const key = `hexkey:${Buffer.from(secret).toString('hex')}`;
  const said = await run('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key, '-hex'], { input: signed });
  return said.trim().split(/\s+/).at(-1) ?? '';
}

export interface Shown {
  readonly secret: string;
  readonly header: string;
  readonly body: string;
  /** Unix seconds on the receiver's clock. */
  readonly now: number;
}

/** A receiver by the words of the specification, with openssl for the digest. */
export async function acceptedByOpenssl({ secret, header, body, now }: Shown): Promise<boolean> {
  const parts = header.split(',').map((part) => part.trim());
  const [time, ...moreTimes] = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  if (secret === '' || time === undefined || moreTimes.length > 0 || !/^\d+$/.test(time)) return false;
  if (!parts.includes(`v1=${await digestByOpenssl(secret, `${time}.${body}`)}`)) return false;
  return Math.abs(now - Number(time)) <= 300;
}
