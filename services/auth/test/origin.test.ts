import { describe, expect, it } from 'vitest';
import { checkExternalUrl } from '@wheelhouse/kit';
import { refuseForeignOrigin } from '../src/sign-in/origin.ts';

const check = (headers: Readonly<Record<string, string>>) => () =>
  refuseForeignOrigin({ header: (name) => headers[name] }, 'https://ops.example/');

describe('a call', () => {
  it.each([
    {},
    { origin: 'https://ops.example' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://ops.example', 'sec-fetch-site': 'same-origin' },
  ])('with %o is let in', (headers) => {
    expect(check(headers)).not.toThrow();
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://ops.example' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://ops.example', 'sec-fetch-site': 'cross-site' },
  ])('with %o is refused', (headers) => {
    expect(check(headers)).toThrow(/another origin/);
  });
});

describe('EXTERNAL_URL', () => {
  it.each(['https://ops.example', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080'])(
    'may be %s',
    (url) => {
      expect(() => checkExternalUrl(url)).not.toThrow();
    },
  );

  it.each(['http://ops.example', 'http://localhost.evil.example', 'ftp://localhost'])('may not be %s', (url) => {
    expect(() => checkExternalUrl(url)).toThrow(/must be https/);
  });

  it('names no user', () => {
    expect(() => checkExternalUrl('https://user@ops.example')).toThrow(/without user/);
  });
});
