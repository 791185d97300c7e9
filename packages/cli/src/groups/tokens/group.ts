import { list } from '../../declare/list.ts';
import { step } from '../../declare/step.ts';
import { stateOf, stateStyles, type Token, tokenItems, tokens } from './token.ts';

const stateNow = (token: Token) => stateOf(token, new Date());

export const commands = [
  list({
    about: 'list your tokens (default)',
    items: tokenItems,
    columns: ({ time }) => [
      { title: 'NAME', of: ({ name }) => name, style: () => 'bold' },
      { title: 'STATE', of: stateNow, style: (token) => stateStyles[stateNow(token)], whole: true },
      { title: 'SCOPES', of: ({ scopes }) => scopes.join(',') },
      { title: 'ENDS', of: ({ expires_at }) => time(expires_at), whole: true },
      { title: 'LAST USED', of: ({ last_used_at: at }) => (at === null ? 'never' : time(at)), whole: true },
      { title: 'BEGINS', of: ({ prefix }) => prefix, whole: true },
      { title: 'ID', of: ({ id }) => id, whole: true },
    ],
    empty: 'you have no personal tokens; wheelhouse login makes one',
  }),
  step(tokens, 'revoke', {
    about: 'revoke a token, by id or name',
    call: (client, { id }) => client.delete('/auth/api/v1/tokens/{id}', { params: { id } }),
    done: (_, { name, prefix }) => `${name} (${prefix}…) was revoked; anything using it stops within a second`,
  }),
];
