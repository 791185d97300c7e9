import { describe, expect, it } from 'vitest';
import { askedIn, terminalAddress } from '../src/pages/cli-login/asked.ts';
import { browserOf } from '../src/pages/settings/sessions/browser.ts';
import { slugOf } from '../src/pages/setup/slug.ts';
import { isLinkSecret } from '../src/pages/sign-in/link-secret.ts';
import { ssoErrorWords } from '../src/pages/sign-in/sso-errors.ts';

describe('what a browser is called', () => {
  it.each([
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    [
      'Chrome on macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ],
    [
      'Edge on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    ],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    ],
    ['curl/8.14.1', 'curl/8.14.1'],
    ['Unknown program', ''],
    [`${'x'.repeat(40)}…`, 'x'.repeat(300)],
  ])('is %s', (words, userAgent) => {
    expect(browserOf(userAgent)).toBe(words);
  });
});

describe('what a terminal asks for', () => {
  const right = { port: '40123', name: 'laptop', challenge: 'c'.repeat(43), state: 's'.repeat(43) };

  it('is taken from the address, and answered on this machine only', () => {
    const asked = askedIn(right);
    expect(asked).toEqual({ ...right, port: 40_123 });
    if (asked === undefined) return;
    expect(terminalAddress(asked, { code: 'whc_a&b' })).toBe(
      `http://127.0.0.1:40123/?code=whc_a%26b&state=${right.state}`,
    );
  });

  it.each([
    { port: '80' },
    { port: '65536' },
    { port: '40123@evil.example' },
    { port: '4e4' },
    { port: undefined },
    { challenge: 'short' },
    { challenge: `${'c'.repeat(42)}/` },
    { state: '' },
    { state: 'a b' },
  ])('is refused with %j', (wrong) => {
    expect(askedIn({ ...right, ...wrong })).toBeUndefined();
  });
});

describe('the doors', () => {
  it('know a whole link from a part of one', () => {
    expect(isLinkSecret(`whl_${'a1B'.repeat(12)}`)).toBe(true);
    for (const wrong of ['', 'whl_', `whl_${'a'.repeat(35)}`, `whp_${'a'.repeat(36)}`, `whl_${'a'.repeat(37)}`])
      expect(isLinkSecret(wrong)).toBe(false);
  });

  it('propose a slug that the API takes', () => {
    expect(slugOf('Acme Ltd.')).toBe('acme-ltd');
    expect(slugOf('  Grün & Söhne  ')).toBe('grun-sohne');
    expect(slugOf('☸')).toBe('');
    expect(slugOf(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39));
  });

  it('word only what they know', () => {
    expect(ssoErrorWords('sso_expired')).toContain('ten minutes');
    expect(ssoErrorWords('<b>Call 555</b>')).not.toContain('555');
    expect(ssoErrorWords('constructor')).toContain('failed');
  });
});
