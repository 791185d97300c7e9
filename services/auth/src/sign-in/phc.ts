/**
 * How a password's hash is written down: the PHC string, which names algorithm and cost beside salt and
 * tag, so hashes of different cost live side by side and any tool reads them.
 */
export interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface PasswordHash extends Cost {
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** 0x13, the only version of Argon2 that Node computes. */
const version = 19;
const pattern =
  /^\$argon2id\$v=19\$m=(?<m>[1-9]\d{0,7}),t=(?<t>[1-9]\d{0,3}),p=(?<p>[1-9]\d{0,2})\$(?<salt>[A-Za-z0-9+/]+)\$(?<tag>[A-Za-z0-9+/]+)$/;

export function writePhc({ memory, passes, parallelism, salt, tag }: PasswordHash): string {
  return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

export function readPhc(text: string): PasswordHash {
  const found = pattern.exec(text)?.groups;
  if (found === undefined) throw new Error('a stored password hash is not an argon2id PHC string');
  return {
    memory: Number(found['m']),
    passes: Number(found['t']),
    parallelism: Number(found['p']),
    salt: Buffer.from(found['salt'] ?? '', 'base64'),
    tag: Buffer.from(found['tag'] ?? '', 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
