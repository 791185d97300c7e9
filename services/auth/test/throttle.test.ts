import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cookiesOf } from '../src/sessions/cookie.ts';
import { addressGroup } from '@wheelhouse/kit';
import { signInKeys } from '../src/sign-in/device.ts';
import { secondsToWait } from '../src/sign-in/throttle.ts';

const now = new Date('2026-01-01T00:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const limits = { perPair: 10, perAddress: 50 };
const times = (count: number, at: Date) => Array.from({ length: count }, () => at);
const nothing = { pairFull: undefined, addressFull: undefined, account: [] };

describe('how long somebody has to wait', () => {
  it('is nothing while they were seldom wrong', () => {
    expect(secondsToWait(nothing, limits, false, now)).toBe(0);
    expect(secondsToWait({ ...nothing, account: times(9, now) }, limits, false, now)).toBe(0);
  });

  it('is until the tenth last failure is 15 minutes old', () => {
    expect(secondsToWait({ ...nothing, pairFull: ago(60) }, limits, true, now)).toBe(14 * 60);
    expect(secondsToWait({ ...nothing, addressFull: ago(899) }, limits, true, now)).toBe(1);
  });

  it('doubles from one second to thirty with failures from many addresses', () => {
    const waits = [10, 11, 12, 13, 14, 15, 16].map((count) =>
      secondsToWait({ ...nothing, account: times(count, now) }, limits, false, now),
    );
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(secondsToWait({ ...nothing, account: times(16, ago(30)) }, limits, false, now)).toBe(0);
  });

  it('is nothing for a device on which they signed in before, whatever others do', () => {
    expect(secondsToWait({ ...nothing, account: times(16, now) }, limits, true, now)).toBe(0);
  });
});

describe('a device cookie', () => {
  const [secret, older] = [randomBytes(32), randomBytes(32)];
  const keys = signInKeys([secret]);

  it('is good for its own account, for a year', () => {
    const cookie = keys.makeDevice('a', now);
    expect(keys.isDeviceOf('a', cookie, now)).toBe(true);
    expect(keys.isDeviceOf('b', cookie, now)).toBe(false);
    expect(keys.isDeviceOf('a', cookie, new Date('2027-01-01T00:00:00Z'))).toBe(false);
  });

  it('cannot be made up or spelt otherwise', () => {
    const cookie = keys.makeDevice('a', now);
    expect(keys.isDeviceOf('a', signInKeys([older]).makeDevice('a', now), now)).toBe(false);
    for (const other of ['', 'x', `${cookie}=`, `${cookie} `, cookie.slice(0, -1), `A${cookie.slice(1)}x`])
      expect(keys.isDeviceOf('a', other, now)).toBe(false);
  });

  it('outlives a change of the secret', () => {
    expect(signInKeys([older, secret]).isDeviceOf('a', keys.makeDevice('a', now), now)).toBe(true);
  });
});

it.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:0db8:0001:0000::6', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

describe('cookies', () => {
  it('over https are held to this very host', () => {
    const { session, device } = cookiesOf('https://ops.example');
    expect(session.set('v')).toBe('__Host-wh_session=v; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure');
    expect(device.set('v')).toMatch(/^__Host-wh_device=v; Max-Age=31536000; .*Secure$/);
    expect(session.clear()).toMatch(/^__Host-wh_session=; Max-Age=0; /);
  });

  it('on loopback have neither prefix nor Secure', () => {
    expect(cookiesOf('http://127.0.0.1:8080').session.set('v')).toBe(
      'wh_session=v; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  it('are read by their exact name, and not at all when there are two', () => {
    const { session } = cookiesOf('https://ops.example');
    expect(session.read('a=1; __Host-wh_session=v; b=2')).toBe('v');
    expect(session.read('wh_session=v; x__Host-wh_session=w')).toBeUndefined();
    expect(session.read('__Host-wh_session=v; __Host-wh_session=w')).toBeUndefined();
    expect(session.read(undefined)).toBeUndefined();
  });
});
