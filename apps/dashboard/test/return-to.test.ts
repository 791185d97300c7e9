import { describe, expect, it } from 'vitest';
import { returnPath } from '../src/pages/sign-in/return-to.ts';

describe('the way on after signing in', () => {
  it.each([
    '/',
    '/clusters/0198',
    '/clusters?phase=Ready&q=a%20b#top',
    '/cli-login?port=40000&name=a&challenge=b&state=c',
    '/loginish',
  ])('is %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'clusters',
    '//evil.example/x',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '/login/acme?return_to=/login',
    '/setup',
    '/x/../login',
  ])('is the start for %j', (path) => {
    expect(returnPath(path)).toBe('/');
  });

  it('is a plain path whatever was written around it', () => {
    expect(returnPath('/a/../b/./c')).toBe('/b/c');
    expect(returnPath('//here.invalid/clusters')).toBe('/clusters');
  });
});
