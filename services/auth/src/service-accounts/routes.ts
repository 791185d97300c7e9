import { defineRoute, etagOf, listRoute, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { accountId, accountChanges, newAccount, serviceAccount } from './schema.ts';
import { changeAccount, createAccount, existing, removeAccount, setState, shown } from './service.ts';
import { secretMakerRoutes } from './maker-routes.ts';
import { secretRoutes } from './secret-routes.ts';
import { type Account, accounts, selectAccount } from './store.ts';

const url = '/api/v1/service-accounts';

/** What programs act as: an account of the tenant, with scopes and limits of its own. */
export function serviceAccountRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock } = context;
  const switched = (word: 'suspend' | 'activate', state: Account['state'], summary: string): Route =>
    defineRoute({
      method: 'POST',
      url: `${url}/:id/${word}`,
      access: 'admin',
      reach: 'none',
      summary,
      audit: { action: `service_account.${word}` },
      params: accountId,
      response: serviceAccount,
      handler: async ({ params, principal, change }) =>
        change(async (db) => answer(await setState(db, clock, principal, params.id, state))),
    });
  return [
    listRoute(context, accounts, {
      url,
      access: 'admin',
      summary: 'List service accounts, newest first',
      item: serviceAccount,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      reach: 'none',
      summary: 'Create a service account; secrets are created separately',
      audit: { action: 'service_account.create' },
      body: newAccount,
      status: 201,
      response: serviceAccount,
      errors: ['already_exists'],
      handler: async ({ body, principal, change }) =>
        change(async (db) => {
          const account = await createAccount(db, context, principal, body);
          return answer(account, { location: `${url}/${account.id}` });
        }),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'admin',
      reach: 'none',
      summary: 'Read a service account',
      params: accountId,
      response: serviceAccount,
      handler: async ({ params, read }) => answer(await read((db) => existing(selectAccount(db, params.id)))),
    }),
    defineRoute({
      method: 'PATCH',
      url: `${url}/:id`,
      access: 'admin',
      reach: 'none',
      summary: 'Change a service account; changed scopes and limits take effect within a second',
      audit: { action: 'service_account.change' },
      params: accountId,
      body: accountChanges,
      response: serviceAccount,
      errors: ['already_exists', 'precondition_failed'],
      handler: async ({ params, body, principal, change, unlessChanged }) =>
        change(async (db) => {
          const before = await existing(selectAccount(db, params.id, 'FOR UPDATE'));
          unlessChanged(etagOf(shown(before)));
          return answer(await changeAccount(db, clock, principal, before, body));
        }),
    }),
    switched('suspend', 'suspended', 'Suspend a service account: it cannot be used until it is activated'),
    switched('activate', 'active', 'Activate a suspended service account'),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:id`,
      access: 'admin',
      reach: 'none',
      summary: 'Delete a service account and its secrets',
      audit: { action: 'service_account.delete' },
      params: accountId,
      status: 204,
      errors: ['precondition_failed'],
      handler: async ({ params, principal, change, unlessChanged }) =>
        change(async (db) => {
          const account = await existing(selectAccount(db, params.id, 'FOR UPDATE'));
          unlessChanged(etagOf(shown(account)));
          await removeAccount(db, clock, principal, account);
          return { audit: { details: { name: account.name } } };
        }),
    }),
    ...secretRoutes(context),
    ...secretMakerRoutes(),
  ];
}

function answer(account: Account, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = shown(account);
  const { name, state, scopes, cluster_ids, cloudspace_ids } = body;
  return {
    body,
    etag: etagOf(body),
    headers,
    audit: { details: { name, state, scopes, cluster_ids, cloudspace_ids } },
  };
}
