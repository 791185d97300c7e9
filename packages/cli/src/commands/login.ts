import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Client } from '@wheelhouse/sdk';
import { installationUrl, isOpenToOthers } from '../credentials/address.ts';
import { readStored, writeStored } from '../credentials/file.ts';
import { clientFor, urlFrom, usualUrl } from '../credentials/find.ts';
import { Failure } from '../failure.ts';
import { ownTokenId } from '../groups/tokens/token.ts';
import { type Invocation, type Run, textOption } from '../invocation.ts';
import { tokenByBrowser } from '../login/hand-over.ts';
import { hiddenLine } from '../login/hidden-line.ts';
import { plain } from '../output/plain.ts';

export const run: Run = async (invocation) => {
  const { options, out } = invocation;
  const url = await chosenUrl(invocation);
  if (isOpenToOthers(url)) out.note(`${url} is not encrypted: anyone on the network path can read your token`);
  const { client, path } = options['tokenStdin'] === true ? await byStdin(url) : await byBrowser(invocation, url);
  const { data: me } = await client.get('/auth/api/v1/me');
  if (out.isJson) return out.json(me);
  out.line(`signed in to ${url} as ${plain(me.email ?? me.name)} of ${plain(me.tenant.name)}`);
  out.note(`the token is stored in ${path}; wheelhouse logout revokes it`);
};

async function chosenUrl(invocation: Invocation): Promise<string> {
  const given = textOption(invocation, 'url');
  if (given === undefined) return urlFrom(process.env) ?? (await readStored().catch(() => undefined))?.url ?? usualUrl;
  const url = installationUrl(given);
  if (url !== undefined) return url;
  throw new Failure('usage', `${given} is not the URL of an installation`, 'give it as https://wheelhouse.example.com');
}

interface SignedIn {
  readonly client: Client;
  /** Where the token is kept. */
  readonly path: string;
}

const longestName = 63;

/** Kept before anything else can fail: it was made for this machine, and nobody has it elsewhere. */
async function byBrowser(invocation: Invocation, url: string): Promise<SignedIn> {
  const { id, token } = await tokenByBrowser({
    url,
    name: (textOption(invocation, 'name') ?? `wheelhouse on ${hostname()}`).slice(0, longestName),
    opensBrowser: invocation.options['browser'] !== false,
    note: invocation.out.note,
  });
  return { client: clientFor({ url, token }), path: await writeStored({ url, token, token_id: id }) };
}

/** Kept once it is known to be one. */
async function byStdin(url: string): Promise<SignedIn> {
  const given = process.stdin.isTTY ? hiddenLine('Token (hidden): ') : text(process.stdin);
  const token = (await given).trim();
  if (!/^[\w.~+/=-]+$/.test(token))
    throw new Failure('usage', 'that is not a token', 'make one in the dashboard, under Settings, Access Tokens');
  const client = clientFor({ url, token });
  await client.get('/auth/api/v1/me');
  // To be revoked by; a token that may not list tokens is kept without.
  const id = await ownTokenId(client, token).catch(() => null);
  return { client, path: await writeStored({ url, token, token_id: id }) };
}
