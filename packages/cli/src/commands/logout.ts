import { isApiError } from '@wheelhouse/sdk';
import { readStored, removeStored } from '../credentials/file.ts';
import { clientFor } from '../credentials/find.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { ownTokenId } from '../groups/tokens/token.ts';
import type { Run } from '../invocation.ts';
import { told } from '../output/tell-error.ts';

export const run: Run = async ({ options, out }) => {
  const stored = await readStored();
  if (stored === undefined) {
    out.note('you are not signed in; nothing to do');
    if (out.isJson) out.json({ url: null, revoked: false });
    return;
  }
  const { url, token, token_id } = stored;
  const revoked = options['local'] === true ? false : await revoke(url, token, token_id);
  await removeStored();
  if (out.isJson) return out.json({ url, revoked });
  out.line(`signed out of ${url}${revoked ? '; the token is revoked' : ''}`);
  if (!revoked) out.note('copies of the token still work; revoke it in the dashboard, under Settings, Access Tokens');
};

/** False when nobody knows which of the tokens it is. One that no longer works needs no revoking. */
async function revoke(url: string, token: string, knownId: string | null): Promise<boolean> {
  const client = clientFor({ url, token });
  try {
    const id = knownId ?? (await ownTokenId(client, token));
    if (id === null) return false;
    await client.delete('/auth/api/v1/tokens/{id}', { params: { id } });
    return true;
  } catch (error) {
    if (isApiError(error, 'unauthenticated', 'token_revoked', 'token_expired')) return true;
    if (isApiError(error, 'insufficient_scope', 'forbidden', 'not_found')) return false;
    const { exitCode, lines } = told(error);
    throw new Failure(
      exitCode === exitCodes.auth ? 'auth' : 'error',
      `the token was not revoked and is still stored here: ${lines.join(' ').trim()}`,
      'try again, or remove it from this machine only: wheelhouse logout --local',
    );
  }
}
