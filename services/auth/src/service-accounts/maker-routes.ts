import { closed, uuidPattern, uuidSchema } from '@wheelhouse/contracts';
import { defineRoute, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { selectSecretMakers } from './store.ts';

const one = uuidPattern.slice(1, -1);

/** For the action agent: nobody approves by an account of which they hold a secret what they have proposed themselves. */
export function secretMakerRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/internal/v1/secret-makers',
      access: 'internal',
      reach: 'none',
      summary: 'Return the users who made secrets of these service accounts, revoked secrets included',
      query: closed({
        service_account_ids: Type.String({ pattern: `^${one}(,${one}){0,9}$`, description: 'Up to 10, with commas' }),
      }),
      response: Type.Object({
        makers: Type.Array(Type.Object({ service_account_id: uuidSchema, user_id: uuidSchema })),
      }),
      handler: async ({ query, read }) => {
        const ids = query.service_account_ids.split(',');
        return { body: { makers: [...(await read((db) => selectSecretMakers(db, ids)))] } };
      },
    }),
  ];
}
