import { randomUUID } from 'node:crypto';
import { made, owner } from '../installation/people.ts';
import type { Installation } from '../installation/start.ts';
import type { Column } from './columns.ts';
import { leakyModule } from './leaky-module.ts';
import { type Operation, operationsOf } from './operation.ts';
import type { Recipes } from '../installation/recipe.ts';

const things = '/api/v1/things';
const thing = `${things}/:id`;

async function newThing(installation: Installation) {
  const { who } = await owner(installation);
  const { body } = await made(installation.call(who, 'POST', things, { module: 'leaky' }));
  return { who, id: String(body.id), path: `${things}/${body.id}` };
}

const recipes: Recipes = {
  [`GET ${things}/count`]: {
    call: async (installation) => ({ who: (await newThing(installation)).who, path: `${things}/count` }),
  },
  [`GET ${thing}`]: { call: newThing },
  [`GET ${thing}/title`]: {
    call: async (installation) => {
      const { who, path } = await newThing(installation);
      return { who, path: `${path}/title` };
    },
  },
  [`GET ${thing}/place`]: {
    call: async (installation) => {
      const { who, path } = await newThing(installation);
      return { who, path: `${path}/place` };
    },
  },
  [`POST ${thing}/touch`]: {
    call: async (installation) => {
      const { who, path } = await newThing(installation);
      return { who, path: `${path}/touch` };
    },
    readBack: thing,
  },
  [`PATCH ${thing}`]: { call: newThing, readBack: thing },
  'POST /api/v1/pairs': {
    call: async (installation) => {
      const { who, id } = await newThing(installation);
      return { who, path: '/api/v1/pairs', body: { thing_id: id } };
    },
  },
  [`GET ${things}`]: {
    call: async (installation) => {
      const { who, id } = await newThing(installation);
      return { who, path: `${things}?thing_id=${id}` };
    },
  },
  'GET /api/v1/secrets': {
    call: async (installation) => ({ who: (await owner(installation)).who, path: '/api/v1/secrets' }),
  },
};

/** Where each leak must be found. `POST /api/v1/things` has no recipe: it must be missed by name. */
export const leaks: Readonly<Record<string, readonly Column[]>> = {
  [`leaky GET ${things}/count`]: ['cluster', 'cloudspace'],
  [`leaky GET ${thing}`]: ['path'],
  [`leaky GET ${thing}/title`]: ['path'],
  [`leaky GET ${thing}/place`]: ['cluster', 'cloudspace'],
  [`leaky POST ${thing}/touch`]: ['path'],
  [`leaky PATCH ${thing}`]: ['if-match'],
  'leaky POST /api/v1/pairs': ['body'],
  [`leaky GET ${things}`]: ['query', 'cursor'],
  'leaky GET /api/v1/secrets': ['scope', 'expired', 'revoked', 'forged', 'none'],
};
export const withoutRecipe = `leaky POST ${things}`;

/** Its owner calls what is not there: however well strangers are refused, it proves nothing. */
export const ofNothing: readonly Operation[] = operationsOf(leakyModule, {
  [`GET ${thing}/title`]: {
    call: async (installation) => ({ who: (await owner(installation)).who, path: `${things}/${randomUUID()}/title` }),
  },
}).filter(({ recipe }) => recipe !== undefined);

/** The open route is said to be for administrators: what a credential is asked for, nobody asks it for. */
export const leakyOperations: readonly Operation[] = operationsOf(leakyModule, recipes).map((operation) =>
  operation.route.access === 'public' ? { ...operation, route: { ...operation.route, access: 'admin' } } : operation,
);
