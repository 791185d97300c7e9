import { randomUUID } from 'node:crypto';
import { calls } from './calls.ts';
import { made, signedIn } from '../../../../proofs/installation/people.ts';
import type { Installation } from '../../../../proofs/installation/start.ts';
import type { Recipe, Recipes } from '../../../../proofs/installation/recipe.ts';
import { readyMade } from '../../../../proofs/installation/ready-made.ts';

const sso = '/api/v1/sso';
const domains = `${sso}/domains`;
const domain = `${domains}/:id`;

const step = (name: string, readBack: string): Recipe => ({ call: readyMade(calls, name), readBack });

/** Set up once before, so that there is something to be changed. */
async function connection(installation: Installation) {
  const { who, tenant } = await signedIn(installation);
  const { issuer, clientId: client_id, clientSecret: client_secret } = installation.provider;
  const { viewer, developer } = tenant.roles;
  const body = { issuer, client_id, client_secret, default_role_id: viewer, enabled: true };
  await made(installation.call(who, 'PUT', sso, { body }));
  return { who, path: sso, body: { ...body, group_roles: { builders: developer } } };
}

export const authSsoRecipes: Recipes = {
  [`GET ${sso}`]: {
    call: async (installation) => ({ who: (await connection(installation)).who, path: sso }),
  },
  [`PUT ${sso}`]: {
    call: connection,
    readBack: sso,
    without: { 'body.client_id': "the provider's name for this installation: no id of ours" },
  },
  [`DELETE ${sso}`]: step(`DELETE ${sso}`, sso),
  [`GET ${domains}`]: {
    call: async (installation) => {
      const { who } = await signedIn(installation);
      for (const name of [randomUUID(), randomUUID()])
        await made(installation.call(who, 'POST', domains, { body: { domain: `${name}.test` } }));
      return { who, path: domains };
    },
  },
  [`POST ${domains}`]: step(`POST ${domains}`, domains),
  [`POST ${domain}/verify`]: step(`POST ${domain}/verify`, domains),
  [`DELETE ${domain}`]: step(`DELETE ${domain}`, domains),
};
