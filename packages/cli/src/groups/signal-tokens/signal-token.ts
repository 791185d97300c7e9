import type { Client, Schemas } from '@wheelhouse/sdk';
import type { Asked } from '../../declare/pages.ts';
import { resource } from '../../declare/resource.ts';
import { stateOf } from '../tokens/token.ts';

export type SignalToken = Schemas['auth']['SignalToken'];

export const signalTokensPath = '/auth/api/v1/signal-tokens';
export const signalTokenPath = '/auth/api/v1/signal-tokens/{id}';

export const signalTokenItems = (client: Client, query: Asked) => client.list(signalTokensPath, { query });

/** By a name, only one that is still good is meant. */
export const signalTokens = resource('id, beginning of the id, or name', {
  one: 'signal-token',
  many: 'signal-tokens',
  items: signalTokenItems,
  get: (client, id) => client.get(signalTokenPath, { params: { id } }),
  isNamed: (token, typed) => token.name === typed && stateOf(token, new Date()) === 'active',
});
