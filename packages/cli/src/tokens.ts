import type { Client, Schemas } from '@wheelhouse/sdk';

export type Token = Schemas['auth']['Token'];

const shownStart = 8;
const shownEnd = 4;

/** Which of the caller's tokens this is, by how it begins and ends: more of it nobody keeps. */
export async function ownTokenId(client: Client, token: string): Promise<string | null> {
  for await (const one of client.list('/auth/api/v1/tokens', { query: { limit: 200 } }))
    if (
      one.revoked_at === null &&
      token.slice(0, shownStart) === one.prefix &&
      token.slice(-shownEnd) === one.last_four
    )
      return one.id;
  return null;
}

export function stateOf({ revoked_at, expires_at }: Token, now: Date): 'active' | 'revoked' | 'expired' {
  if (revoked_at !== null) return 'revoked';
  return Date.parse(expires_at) <= now.getTime() ? 'expired' : 'active';
}
