import type { Client } from '@wheelhouse/sdk';
import { clientFor, findAccess } from '../credentials/find.ts';
import { ownTokenId, type Token } from '../groups/tokens/token.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import { padded } from '../output/width.ts';

const widest = 'scopes'.length;

export const run: Run = async ({ out }) => {
  const access = await findAccess();
  const client = clientFor(access);
  const { data: me } = await client.get('/auth/api/v1/me');
  if (out.isJson) return out.json(me);
  const row = (title: string, text: string) => out.line(`${out.paint('dim', padded(title, widest))}  ${text}`);
  out.line(out.paint('bold', plain(me.email === null ? me.name : `${me.name} <${me.email}>`)));
  row('tenant', plain(`${me.tenant.slug} (${me.tenant.name})`));
  if (me.role !== null) row('role', plain(me.role.name));
  row('scopes', plain(me.scopes.join(', ')));
  if (me.cluster_ids !== null) row('limits', plain(`only the clusters ${me.cluster_ids.join(', ')}`));
  row('at', access.url);
  const token = await tokenOf(client, access.tokenId, access.token).catch(() => undefined);
  if (token !== undefined) row('token', `${plain(token.name)}, ends ${out.time(token.expires_at)}`);
};

async function tokenOf(client: Client, knownId: string | null, secret: string): Promise<Token | undefined> {
  const id = knownId ?? (await ownTokenId(client, secret));
  for await (const one of client.list('/auth/api/v1/tokens', { query: { limit: 200 } })) if (one.id === id) return one;
  return undefined;
}
