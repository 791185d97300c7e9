import { type Client, createClient } from '@wheelhouse/sdk';
import { Failure } from '../failure.ts';
import { installationUrl } from './address.ts';
import { readStored, type Stored } from './file.ts';
import { noticingVersion } from './other-version.ts';

/** Where calls go, and with which token. */
export interface Access {
  readonly url: string;
  readonly token: string;
  readonly tokenId: string | null;
}

/** Where an installation on this machine listens unless it is told otherwise. */
export const usualUrl = 'http://127.0.0.1:8080';

/** The environment wins over what was stored. A stored token is shown to nobody but the installation that gave it. */
export async function findAccess(env: NodeJS.ProcessEnv = process.env): Promise<Access> {
  const [url, token] = [urlFrom(env), env['WHEELHOUSE_TOKEN'] ?? ''];
  const stored = token !== '' && url !== undefined ? undefined : await readStored();
  if (token !== '') return { url: url ?? stored?.url ?? usualUrl, token, tokenId: null };
  return fittingOf(stored, url);
}

function fittingOf(stored: Stored | undefined, url: string | undefined): Access {
  if (stored === undefined) throw new Failure('auth', 'you are not signed in', loginTo(url));
  if (url !== undefined && url !== stored.url)
    throw new Failure('auth', `you are signed in to ${stored.url}, not to ${url}`, loginTo(url));
  return { url: stored.url, token: stored.token, tokenId: stored.token_id };
}

function loginTo(url: string | undefined): string {
  return `wheelhouse login${url === undefined ? '' : ` --url ${url}`}, or set WHEELHOUSE_TOKEN`;
}

export function urlFrom(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['WHEELHOUSE_URL'] ?? '';
  if (given === '') return undefined;
  const url = installationUrl(given);
  if (url !== undefined) return url;
  throw new Failure(
    'settings',
    `WHEELHOUSE_URL is ${given}, which is not the URL of an installation`,
    'set it as https://wheelhouse.example.com',
  );
}

export interface ClientChoices {
  readonly fetch?: typeof globalThis.fetch;
  readonly retries?: number;
  readonly timeoutMs?: number;
}

export function clientFor(
  { url, token }: Pick<Access, 'url'> & { readonly token?: string },
  given: ClientChoices = {},
): Client {
  const fetch = noticingVersion(given.fetch ?? globalThis.fetch, url);
  return createClient({ baseUrl: `${url}/api`, token, userAgent: 'wheelhouse-cli', ...given, fetch });
}

export async function ownClient(given?: ClientChoices): Promise<Client> {
  return clientFor(await findAccess(), given);
}
