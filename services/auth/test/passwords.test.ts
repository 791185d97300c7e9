import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, refuseWeakPassword, verifyPassword } from '../src/sign-in/passwords.ts';
import { readPhc, writePhc } from '../src/sign-in/phc.ts';
import { Turns } from '../src/sign-in/turns.ts';

const owner = { email: 'grace.hopper@example.test', name: 'Grace Hopper' };

describe('a password', () => {
  it('is kept as an argon2id hash of 19 MiB and two passes, and verified by it', async () => {
    const phc = await hashPassword('a lamp beside the river');
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword(phc, 'a lamp beside the river')).toBe(true);
    expect(await verifyPassword(phc, 'a lamp beside the River')).toBe(false);
    expect(await hashPassword('a lamp beside the river')).not.toBe(phc);
  });

  it('fits nobody when there is nobody', async () => {
    expect(await verifyPassword(undefined, 'a lamp beside the river')).toBe(false);
  });

  it('is the same however its characters are composed', async () => {
    const phc = await hashPassword('caf\u00e9 by the harbour');
    expect(await verifyPassword(phc, 'cafe\u0301 by the harbour')).toBe(true);
  });

  it('is hashed anew when it was hashed at another cost', async () => {
    expect(needsRehash(await hashPassword('a lamp beside the river'))).toBe(false);
    const cheap = { memory: 8192, passes: 1, parallelism: 1 };
    const salt = Buffer.alloc(16, 7);
    const tag = argon2Sync('argon2id', { ...cheap, message: 'old words of mine', nonce: salt, tagLength: 32 });
    const phc = writePhc({ ...cheap, salt, tag });
    expect(await verifyPassword(phc, 'old words of mine')).toBe(true);
    expect(needsRehash(phc)).toBe(true);
    expect(readPhc(phc)).toEqual({ ...cheap, salt, tag });
  });

  it.each([
    ['too short', 'elevenchars', 'length'],
    ['too long', 'x'.repeat(1025), 'length'],
    ['on the list', 'qwerty123456', 'common'],
    ['on the list in capitals', 'QWERTY123456', 'common'],
    ['a common one with a tail', 'Password2024!', 'common'],
    ['one piece repeated', 'abc1abc1abc1', 'common'],
    ['made of the email', 'my grace.hopper words', 'names_its_owner'],
    ['made of the name', 'xx GraceHopper 77', 'names_its_owner'],
  ])('is refused when it is %s', async (_, password, code) => {
    await expect(refuseWeakPassword(password, owner)).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'password', code }],
    });
  });

  it('of several words is taken', async () => {
    await expect(refuseWeakPassword('a lamp beside the river', owner)).resolves.toBeUndefined();
  });
});

describe('turns', () => {
  it('are two at a time, then a queue, then a refusal that says when to come again', async () => {
    const turns = new Turns({ atOnce: 2, mostWaiting: 1 });
    const finish: (() => void)[] = [];
    const begin = () => turns.take(() => new Promise<void>((resolve) => finish.push(resolve)));
    const [first, second, third] = [begin(), begin(), begin()];
    await expect(begin()).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '3' } });
    await expect.poll(() => finish.length).toBe(2);
    finish.shift()?.();
    await first;
    await expect.poll(() => finish.length).toBe(2);
    for (const end of finish) end();
    await Promise.all([second, third]);
    const again = begin();
    await expect.poll(() => finish.length).toBe(3);
    finish.at(-1)?.();
    await again;
  });
});
