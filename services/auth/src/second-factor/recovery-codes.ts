import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './totp.ts';

/** For who has lost the app: ten, each good once. 80 random bits, so a plain hash keeps them. */
const setSize = 10;
const codeBytes = 10;

export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: setSize }, () =>
    base32(randomBytes(codeBytes))
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
}

/** However it was typed: case, spaces and dashes do not matter. The user's id keeps equal codes apart. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return createHash('sha256').update(`recovery ${userId} ${typed}`).digest();
}
