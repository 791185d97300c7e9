import { describe, expect, test } from 'vitest';
import { issueSecret, readSecret, secretPrefixes } from '../src/secrets/format.ts';

describe('a secret we issue', () => {
  test.for(Object.entries(secretPrefixes))('%s reads as what it is', ([kind, prefix]) => {
    const issued = issueSecret(kind as keyof typeof secretPrefixes);
    expect(issued.secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{36}$`));
    expect(issued.secret.startsWith(issued.prefix) && issued.secret.endsWith(issued.lastFour)).toBe(true);
    expect(readSecret(issued.secret)).toEqual({ kind, hash: issued.hash });
  });

  test('is known from any text one character away', () => {
    const { secret } = issueSecret('personal');
    for (let at = 0; at < secret.length; at += 1) {
      const other = secret[at] === 'a' ? 'b' : 'a';
      expect(readSecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBeUndefined();
    }
    expect(readSecret(secret.slice(1))).toBeUndefined();
    expect(readSecret(`${secret}0`)).toBeUndefined();
  });
});
