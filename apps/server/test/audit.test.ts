import { authModule } from '@wheelhouse/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-codes.ts';
import { type Ground, ground, run } from './support.ts';

let house: Ground;
beforeAll(async () => {
  house = await ground([authModule]);
});
afterAll(() => house.drop());

// The proof `audit` runs it on trails that were tampered with.
describe('audit verify', () => {
  test('has nothing to say about an installation without trails', async () => {
    const { code, stdout } = await run(['audit', 'verify'], house.environment);
    expect({ code, stdout }).toEqual({ code: exitCodes.ok, stdout: 'tenant  entries  verdict  head\n' });
  });

  test('names a tenant that there is not', async () => {
    const { code, stderr } = await run(['audit', 'verify', '--tenant', 'acme'], house.environment);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no tenant "acme"') });
  });

  test.each([
    [['--head', '5:k.x', '--tenant', 'a'], '--head must be SEQ:HASH'],
    [['--head', `5:k.${'x'.repeat(43)}`], 'add --tenant SLUG'],
  ])('refuses %j', async (args, fault) => {
    const { code, stderr } = await run(['audit', 'verify', ...args], house.environment);
    expect({ code, stderr }).toMatchObject({ code: exitCodes.usage, stderr: expect.stringContaining(fault) });
  });
});
