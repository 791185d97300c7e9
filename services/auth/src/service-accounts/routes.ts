import {
  countedTotal,
  defineRoute,
  etagOf,
  type ModuleContext,
  pageOf,
  pageRequest,
  type Reply,
  type Route,
  valuesOf,
} from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { accountId, accountChanges, newAccount, listQuery, serviceAccount, serviceAccountList } from './schema.ts';
import { changeAccount, createAccount, existing, removeAccount, setState, shown } from './service.ts';
import { secretRoutes } from './secret-routes.ts';
import { type Account, selectAccount, selectAccounts } from './store.ts';

const url = '/api/v1/service-accounts';

/** What programs act as: an account of the tenant, with scopes and limits of its own. */
export function serviceAccountRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { schema, cursors, clock } = context;
  const switched = (word: 'suspend' | 'activate', state: Account['state'], summary: string): Route =>
    defineRoute({
      method: 'POST',
      url: `${url}/:id/${word}`,
      access: 'admin',
      summary,
      audit: { action: `service_account.${word}` },
      params: accountId,
      response: serviceAccount,
      handler: async ({ params, principal, change }) =>
        change(async (db) => answer(await setState(db, clock, principal, params.id, state))),
    });
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'admin',
      summary: 'List service accounts, newest first',
      query: listQuery,
      response: serviceAccountList,
      handler: async ({ query, tenantId, read }) => {
        const filters = { state: valuesOf(query.state) };
        const page = pageRequest('service_accounts', tenantId, query, filters, cursors);
        return read(async (db) => {
          const [rows, total] = await Promise.all([
            selectAccounts(db, page, filters),
            countedTotal(db, schema, 'service_accounts', ['state'], filters),
          ]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      summary: 'Create a service account; its secrets are made apart',
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
      summary: 'Read a service account',
      params: accountId,
      response: serviceAccount,
      handler: async ({ params, read }) => answer(await read((db) => existing(selectAccount(db, params.id)))),
    }),
    defineRoute({
      method: 'PATCH',
      url: `${url}/:id`,
      access: 'admin',
      summary: 'Change a service account; other scopes or limits hold within a second',
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
    switched('suspend', 'suspended', 'Suspend a service account: nothing is done in its name until it is activated'),
    switched('activate', 'active', 'Activate a suspended service account'),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:id`,
      access: 'admin',
      summary: 'Delete a service account and its secrets',
      audit: { action: 'service_account.delete' },
      params: accountId,
      status: 204,
      errors: ['precondition_failed'],
      handler: async ({ params, change, unlessChanged }) =>
        change(async (db) => {
          const account = await existing(selectAccount(db, params.id, 'FOR UPDATE'));
          unlessChanged(etagOf(shown(account)));
          await removeAccount(db, clock, account);
          return { audit: { details: { name: account.name } } };
        }),
    }),
    ...secretRoutes(context),
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
