import { type Access, otherAccess, scopes } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { allow } from '../src/index.ts';
import { holderOf } from './fixtures/principal.ts';

type Asked = Parameters<typeof allow>[0];
type Shown = Parameters<typeof allow>[1];

const isAsked = (access: string): access is Asked => access !== 'public' && access !== 'internal';
const all: readonly Access[] = [...scopes, ...(Object.keys(otherAccess) as (keyof typeof otherAccess)[])];
const asked = all.filter(isAsked);

const opens = (who: Partial<Shown>) =>
  asked.filter((access) => {
    try {
      allow(access, { ...holderOf('x'), ...who });
      return true;
    } catch {
      return false;
    }
  });

describe('what a credential opens', () => {
  test.for([
    [
      'a session with every scope',
      { kind: 'session', scopes: new Set(scopes) },
      [...scopes, 'session', 'own', 'signals'],
    ],
    ['a token with every scope', { kind: 'user', scopes: new Set(scopes) }, [...scopes, 'own', 'signals']],
    ['a program that may act', { kind: 'service', scopes: new Set(['actions'] as const) }, ['actions', 'signals']],
    ['a program that may not', { kind: 'service', scopes: new Set(['read', 'admin'] as const) }, ['read', 'admin']],
    ["a pipeline's token", { kind: 'pipeline' }, ['reporting']],
    ['an ingest token made for signals', { kind: 'ingest', purpose: 'signals' }, ['signals']],
    ['an ingest token of a purpose that is not known here', { kind: 'ingest', purpose: undefined }, []],
    ['a token that only claims the purpose', { kind: 'user', purpose: 'signals' }, ['own']],
  ] as const satisfies readonly (readonly [string, Partial<Shown>, readonly string[]])[])('%s', ([, who, opened]) => {
    expect(opens(who)).toEqual(opened);
  });

  test('whoever lacks it is told of both: the scope and the token', () => {
    expect(() => allow('signals', holderOf('x'))).toThrow(
      'requires the scope actions or an ingest token made for signals; the token has none',
    );
  });
});
