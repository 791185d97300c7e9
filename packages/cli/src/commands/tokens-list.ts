import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import type { Column } from '../output/table.ts';
import { stateOf, type Token } from '../tokens.ts';

const styles = { active: 'green', revoked: 'dim', expired: 'yellow' } as const;

export const run: Run = async ({ out }) => {
  const tokens: Token[] = [];
  const client = await ownClient();
  for await (const one of client.list('/auth/api/v1/tokens', { query: { limit: 200 } })) tokens.push(one);
  if (out.isJson) return out.json({ data: tokens, next_cursor: null, total: tokens.length });
  if (tokens.length === 0) return out.note('you have no personal tokens; wheelhouse login makes one');
  const now = new Date();
  const columns: readonly Column<Token>[] = [
    { title: 'NAME', of: ({ name }) => plain(name), style: () => 'bold' },
    { title: 'STATE', of: (token) => stateOf(token, now), style: (token) => styles[stateOf(token, now)], whole: true },
    { title: 'SCOPES', of: ({ scopes }) => scopes.join(',') },
    { title: 'ENDS', of: ({ expires_at }) => out.time(expires_at), whole: true },
    { title: 'LAST USED', of: ({ last_used_at: at }) => (at === null ? 'never' : out.time(at)), whole: true },
    { title: 'BEGINS', of: ({ prefix }) => plain(prefix), whole: true },
    { title: 'ID', of: ({ id }) => id, whole: true },
  ];
  out.table(columns, tokens);
};
