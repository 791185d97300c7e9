import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument } from '../../completion/choices.ts';
import { type Asked, firstPage, largestPage } from '../../declare/pages.ts';
import { only, type Resource } from '../../declare/resource.ts';

export type Token = Schemas['auth']['Token'];

export const tokenItems = (client: Client, query: Asked) => client.list('/auth/api/v1/tokens', { query });

/** An id is one token; a name may be that of several. */
export const tokens: Resource<Token> = {
  arguments: [argument('<token>', '', unrevokedNames)],
  find: async (client, [typed = '']) => {
    const named: Token[] = [];
    for await (const one of tokenItems(client, { limit: largestPage })) {
      if (one.id === typed.toLowerCase()) return one;
      if (one.name === typed && stateOf(one, new Date()) === 'active') named.push(one);
    }
    const ids = named.map(({ id }) => id).join(', ');
    return only(named, {
      none: [`you have no active token ${typed}`, 'wheelhouse tokens list shows yours'],
      several: [`${named.length} active tokens are called ${typed}: ${ids}`, 'name one by its id'],
    });
  },
};

async function unrevokedNames(client: Client): Promise<readonly string[]> {
  const { data } = await firstPage(tokenItems(client, { limit: largestPage }));
  return data.filter(({ revoked_at }) => revoked_at === null).map(({ name }) => name);
}

export const stateStyles = { active: 'green', revoked: 'dim', expired: 'yellow' } as const;

export function stateOf(
  { revoked_at, expires_at }: Pick<Token, 'revoked_at' | 'expires_at'>,
  now: Date,
): keyof typeof stateStyles {
  if (revoked_at !== null) return 'revoked';
  return Date.parse(expires_at) <= now.getTime() ? 'expired' : 'active';
}

const shownStart = 8;
const shownEnd = 4;

/** Which of the caller's tokens this is, by how it begins and ends: more of it nobody keeps. */
export async function ownTokenId(client: Client, token: string): Promise<string | null> {
  const [start, end] = [token.slice(0, shownStart), token.slice(-shownEnd)];
  for await (const { id, revoked_at, prefix, last_four } of tokenItems(client, { limit: largestPage }))
    if (revoked_at === null && prefix === start && last_four === end) return id;
  return null;
}
