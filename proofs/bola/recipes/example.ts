import { eventually } from '@wheelhouse/testkit';
import { calls } from '../../audit/calls.ts';
import { made, owner } from '../../audit/people.ts';
import type { Installation } from '../../installation/start.ts';
import type { Recipes } from '../recipe.ts';
import { deadLetters, readyMade } from './ready-made.ts';

const notes = '/api/v1/notes';
const note = `${notes}/:id`;

/** A note that has come to rest: its count of changes follows by a moment, and its ETag with it. */
async function settledNote(installation: Installation) {
  const { who } = await owner(installation);
  const write = () => installation.call(who, 'POST', notes, { module: 'example', body: { title: 'a note', body: '' } });
  const { body } = await made(write());
  const path = `${notes}/${body.id}`;
  await eventually(async () => {
    const read = await installation.call(who, 'GET', path, { module: 'example' });
    if (read.body.changes !== 1) throw new Error('not counted yet');
  });
  return { who, path, write };
}

export const exampleRecipes: Recipes = {
  [`GET ${notes}`]: {
    call: async (installation) => {
      const { who, write } = await settledNote(installation);
      await made(write());
      return { who, path: notes };
    },
  },
  [`POST ${notes}`]: { call: readyMade(calls, `POST ${notes}`), readBack: notes },
  [`GET ${note}`]: { call: settledNote },
  [`GET ${note}/stream`]: {
    call: async (installation) => {
      const { who, path } = await settledNote(installation);
      return { who, path: `${path}/stream` };
    },
  },
  [`POST ${note}/finish`]: { call: readyMade(calls, `POST ${note}/finish`), readBack: note },
  [`PATCH ${note}`]: {
    call: async (installation) => {
      const { who, path } = await settledNote(installation);
      return { who, path, body: { title: 'another' } };
    },
    readBack: note,
  },
  'GET /api/v1/dead-letters': deadLetters('example'),
};
