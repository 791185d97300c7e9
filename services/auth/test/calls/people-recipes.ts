import { calls } from './calls.ts';
import { owner } from '../../../../proofs/installation/people.ts';
import type { Recipe, Recipes } from '../../../../proofs/installation/recipe.ts';
import { readyMade } from '../../../../proofs/installation/ready-made.ts';

const roles = '/api/v1/roles';
const role = `${roles}/:id`;
const users = '/api/v1/users';
const user = `${users}/:id`;

const limits = 'names clusters or CloudSpaces, which no module has yet: nothing is looked up by it';
export const withoutLimits = { 'body.cluster_ids.*': limits, 'body.cloudspace_ids.*': limits };
const userStep = (step: string): Recipe => ({ call: readyMade(calls, `POST ${user}${step}`), readBack: user });
const at =
  (path: string): Recipe['call'] =>
  async (installation) => ({ who: (await owner(installation)).who, path });

export const authPeopleRecipes: Recipes = {
  [`GET ${roles}`]: { call: at(roles) },
  [`POST ${roles}`]: { call: readyMade(calls, `POST ${roles}`), readBack: roles, without: withoutLimits },
  [`GET ${role}`]: { call: readyMade(calls, `DELETE ${role}`) },
  [`PATCH ${role}`]: { call: readyMade(calls, `PATCH ${role}`), readBack: role, without: withoutLimits },
  [`DELETE ${role}`]: { call: readyMade(calls, `DELETE ${role}`), readBack: role },
  'GET /api/v1/me': { call: at('/api/v1/me') },
  [`GET ${users}`]: {
    call: async (installation) => {
      const { who, tenant } = await owner(installation);
      await Promise.all([tenant.user('developer'), tenant.user('developer')]);
      return { who, path: `${users}?role_id=${tenant.roles.developer}` };
    },
  },
  [`POST ${users}`]: { call: readyMade(calls, `POST ${users}`), readBack: users },
  [`GET ${user}`]: { call: readyMade(calls, `DELETE ${user}`) },
  [`PATCH ${user}`]: { call: readyMade(calls, `PATCH ${user}`), readBack: user },
  [`DELETE ${user}`]: { call: readyMade(calls, `DELETE ${user}`), readBack: user },
  [`POST ${user}/invite-link`]: userStep('/invite-link'),
  [`POST ${user}/reset-link`]: userStep('/reset-link'),
  [`POST ${user}/suspend`]: userStep('/suspend'),
  [`POST ${user}/activate`]: userStep('/activate'),
};
