import { createHash, randomBytes } from 'node:crypto';
import { clientFor } from '../credentials/find.ts';
import { Failure } from '../failure.ts';
import { openBrowser } from './browser.ts';
import { openLoopback, RefusedInBrowser } from './loopback.ts';

export interface HandOver {
  readonly url: string;
  /** What the token will be called. */
  readonly name: string;
  readonly opensBrowser: boolean;
  readonly note: (text: string) => void;
}

export interface MadeToken {
  readonly id: string;
  readonly token: string;
}

const deadlineMs = 5 * 60_000;

/** The signed-in page gives us a code, and we alone know the verifier that makes a token of it (RFC 7636). */
export async function tokenByBrowser({ url, name, opensBrowser, note }: HandOver): Promise<MadeToken> {
  const [state, verifier] = [randomText(), randomText()];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const loopback = await openLoopback(state);
  try {
    const query = new URLSearchParams({ port: String(loopback.port), name, challenge, state });
    const address = `${url}/cli-login?${query.toString()}`;
    note(`Open this in a browser on this machine:\n\n  ${address}\n`);
    if (opensBrowser) openBrowser(address);
    const client = clientFor({ url });
    return await loopback.code(async (code) => {
      // Once: a code that may have arrived is used up.
      const { data } = await client.post('/auth/api/v1/tokens/exchange', { body: { code, verifier }, retries: 0 });
      return data;
    }, AbortSignal.timeout(deadlineMs));
  } catch (error) {
    if (error instanceof RefusedInBrowser) throw new Failure('auth', error.message, 'run wheelhouse login again');
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new Failure('auth', 'nobody signed in within 5 minutes', 'run wheelhouse login again');
    throw error;
  } finally {
    await loopback.close();
  }
}

const randomText = () => randomBytes(32).toString('base64url');
