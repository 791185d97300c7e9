import { describe, expect, it } from 'vitest';
import { hashRecoveryCode, makeRecoveryCodes } from '../src/second-factor/recovery-codes.ts';
import { base32, codeAt, makeTotpSecret, otpauthUri, stepAt, stepOf } from '../src/second-factor/totp.ts';

const rfcSecret = base32(Buffer.from('12345678901234567890'));

describe('a code of the moment', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i is the one RFC 6238 says', (seconds, code) => {
    expect(codeAt(rfcSecret, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
    expect(codeAt(rfcSecret, stepAt(new Date(seconds * 1000)))).toBe(code.slice(2));
  });

  it('is taken one step early and late, and no further', () => {
    const now = new Date('2026-01-01T00:00:10Z');
    const at = (steps: number) => codeAt(rfcSecret, stepAt(now) + steps);
    expect([-2, -1, 0, 1, 2].map((steps) => stepOf(rfcSecret, at(steps), now, undefined) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is taken once, and none before it any more', () => {
    const now = new Date('2026-01-01T00:00:10Z');
    const step = stepAt(now);
    expect(stepOf(rfcSecret, codeAt(rfcSecret, step), now, step)).toBeUndefined();
    expect(stepOf(rfcSecret, codeAt(rfcSecret, step - 1), now, step)).toBeUndefined();
    expect(stepOf(rfcSecret, codeAt(rfcSecret, step + 1), now, step)).toBe(step + 1);
  });

  it('may be typed with a space, and is nothing else', () => {
    const now = new Date('2026-01-01T00:00:10Z');
    const code = codeAt(rfcSecret, stepAt(now));
    expect(stepOf(rfcSecret, `${code.slice(0, 3)} ${code.slice(3)}`, now, undefined)).toBe(stepAt(now));
    for (const wrong of ['', '12345', '1234567', 'abcdef', 'äää'])
      expect(stepOf(rfcSecret, wrong, now, undefined)).toBeUndefined();
  });
});

it('a secret is 160 random bits, written as apps read it', () => {
  expect(rfcSecret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
  expect(otpauthUri(rfcSecret, 'Wheelhouse ops.example', 'a b@example.test')).toBe(
    `otpauth://totp/Wheelhouse%20ops.example:a%20b%40example.test?secret=${rfcSecret}&issuer=Wheelhouse%20ops.example&algorithm=SHA1&digits=6&period=30`,
  );
});

it('recovery codes are ten, and read however they are typed', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode('u', ` ${code.toUpperCase().replaceAll('-', ' ')}`)).toEqual(hashRecoveryCode('u', code));
  expect(hashRecoveryCode('v', code)).not.toEqual(hashRecoveryCode('u', code));
});
