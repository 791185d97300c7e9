import type { Client } from '@wheelhouse/sdk';
import { ownClient } from '../credentials/find.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import { stateOf, type Token } from '../tokens.ts';

export const run: Run = async ({ args: [given = ''], out }) => {
  const client = await ownClient();
  const token = await tokenMeant(client, given);
  await client.delete('/auth/api/v1/tokens/{id}', { params: { id: token.id } });
  if (out.isJson) return out.json(token);
  out.line(`${plain(token.name)} (${plain(token.prefix)}…) was revoked; anything using it stops within a second`);
};

/** An id is one token; a name may be that of several, and then nobody guesses. */
async function tokenMeant(client: Client, given: string): Promise<Token> {
  const named: Token[] = [];
  for await (const one of client.list('/auth/api/v1/tokens', { query: { limit: 200 } })) {
    if (one.id === given.toLowerCase()) return one;
    if (one.name === given && stateOf(one, new Date()) === 'active') named.push(one);
  }
  const [first, ...others] = named;
  if (first === undefined)
    throw new Failure(exitCodes.error, `you have no active token ${given}`, 'wheelhouse tokens list shows yours');
  if (others.length === 0) return first;
  throw new Failure(
    exitCodes.usage,
    `${named.length} active tokens are called ${given}: ${named.map(({ id }) => id).join(', ')}`,
    'name one by its id',
  );
}
