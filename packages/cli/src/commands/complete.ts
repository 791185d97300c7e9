import type { Client } from '@wheelhouse/sdk';
import type { Command } from 'commander';
import { nextWords } from '../completion/words.ts';
import { ownClient } from '../credentials/find.ts';
import { plain } from '../output/plain.ts';

const patienceMs = 1_000;

/** For the shell: a word a line, and never an error. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const current = words.at(-1) ?? '';
  const { words: known, argument } = nextWords(program, words.slice(0, -1), current);
  const named = argument === undefined || current.startsWith('-') ? [] : await namesOf(argument).catch(() => []);
  for (const word of [...known, ...named]) if (word.startsWith(current)) process.stdout.write(`${word}\n`);
}

const sources: Readonly<Record<string, (client: Client, signal: AbortSignal) => Promise<readonly string[]>>> = {
  cluster: async (client, signal) => {
    const { data } = await client.get('/platform/api/v1/clusters', { query: { limit: 200 }, signal });
    return data.data.map(({ name }) => name);
  },
  id: async (client, signal) => {
    const { data } = await client.get('/agents/action/api/v1/actions', { query: { limit: 50 }, signal });
    return data.data.map(({ id }) => id);
  },
  'pending-id': async (client, signal) => {
    const { data } = await client.get('/agents/action/api/v1/actions/pending', { query: { limit: 200 }, signal });
    return data.data.map(({ id }) => id);
  },
  webhook: async (client, signal) => {
    const { data } = await client.get('/platform/api/v1/webhooks', { query: { limit: 200 }, signal });
    return data.data.map(({ id }) => id);
  },
  token: async (client, signal) => {
    const { data } = await client.get('/auth/api/v1/tokens', { query: { limit: 200 }, signal });
    return data.data.filter(({ revoked_at }) => revoked_at === null).map(({ name }) => name);
  },
};

/** Names that a shell would take for something else are left out. */
async function namesOf(argument: string): Promise<readonly string[]> {
  const source = Object.entries(sources).find(([name]) => name === argument)?.[1];
  if (source === undefined) return [];
  const client = await ownClient({ retries: 0 });
  const names = await source(client, AbortSignal.timeout(patienceMs));
  return names.filter((name) => /^[\w.@:+-]+$/.test(plain(name)));
}
