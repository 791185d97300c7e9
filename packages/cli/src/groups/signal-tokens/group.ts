import { argument, option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { list } from '../../declare/list.ts';
import { step } from '../../declare/step.ts';
import { clusterChoices, clusterNames } from '../clusters/cluster.ts';
import { stateOf, stateStyles } from '../tokens/token.ts';
import { type SignalToken, signalTokenItems, signalTokenPath, signalTokens } from './signal-token.ts';

const stateNow = (token: SignalToken) => stateOf(token, new Date());

export const commands = [
  list({
    about: 'list signal tokens (default)',
    items: signalTokenItems,
    columns: async ({ time }, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'NAME', of: ({ name }) => name, style: () => 'bold' },
        { title: 'STATE', of: stateNow, style: (token) => stateStyles[stateNow(token)], whole: true },
        { title: 'CLUSTER', of: ({ cluster_id: id }) => (id === null ? 'any' : nameOf(id)) },
        { title: 'ENDS', of: ({ expires_at }) => time(expires_at), whole: true },
        { title: 'LAST USED', of: ({ last_used_at: at }) => (at === null ? 'never' : time(at)), whole: true },
        { title: 'BEGINS', of: ({ prefix }) => prefix, whole: true },
        { title: 'ID', of: ({ id }) => id, whole: true },
      ];
    },
    empty: 'no signal tokens yet; next: wheelhouse signal-tokens create alertmanager',
  }),
  command('create', {
    about: 'create a token that can send signals and do nothing else; it is shown once',
    arguments: [argument('<name>', 'of the program that will send')],
    options: [
      option('--cluster <cluster>', 'the only cluster it may send for; default: any', clusterChoices),
      option('--days <count>', 'how long it is valid, up to 365').default('365'),
    ],
    load: () => import('./create.ts'),
  }),
  step(signalTokens, 'revoke', {
    about: 'revoke a signal token',
    call: (client, { id }) => client.delete(signalTokenPath, { params: { id } }),
    done: (_, { name, prefix }) => `${name} (${prefix}…) was revoked; signals sent with it are refused within a second`,
  }),
];
