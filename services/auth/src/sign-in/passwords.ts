import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Cost, readPhc, writePhc } from './phc.ts';
import { Turns } from './turns.ts';

export { refuseWeakPassword } from './weak-passwords.ts';

/** OWASP's figures for argon2id; a hash of another cost is made anew at its owner's next sign-in. */
const cost: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const saltLength = 16;
const tagLength = 32;

/** Two of libuv's four threads, so that names still resolve and files are still read. */
const turns = new Turns({ atOnce: 2, mostWaiting: 40 });

/** What a password is compared with when there is nobody to compare it with: it fits none. */
const nobody = { ...cost, salt: randomBytes(saltLength), tag: randomBytes(tagLength) };

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  return writePhc({ ...cost, salt, tag: await tagOf(password, { ...cost, salt, tagLength }) });
}

/** For an unknown user (undefined) it takes as long as for a known one, and is false. */
export async function verifyPassword(phc: string | undefined, password: string): Promise<boolean> {
  const { tag, ...how } = phc === undefined ? nobody : readPhc(phc);
  const same = timingSafeEqual(tag, await tagOf(password, { ...how, tagLength: tag.length }));
  return same && phc !== undefined;
}

export function needsRehash(phc: string): boolean {
  const { memory, passes, parallelism, salt, tag } = readPhc(phc);
  return (
    memory !== cost.memory ||
    passes !== cost.passes ||
    parallelism !== cost.parallelism ||
    salt.length !== saltLength ||
    tag.length !== tagLength
  );
}

function tagOf(
  password: string,
  { salt, ...how }: Cost & { readonly salt: Buffer; readonly tagLength: number },
): Promise<Buffer> {
  // The same characters may come in several encodings from different keyboards.
  const message = Buffer.from(password.normalize('NFKC'));
  return turns.take(
    () =>
      new Promise((resolve, reject) =>
        argon2('argon2id', { ...how, message, nonce: salt }, (error, tag) =>
          error === null ? resolve(tag) : reject(error),
        ),
      ),
  );
}
