import { eventually } from '@wheelhouse/testkit';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import type { Pinned, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';

const notes = '/api/v1/notes';
const note = `${notes}/:id`;

async function newNote(installation: Installation) {
  const { who } = await owner(installation);
  const { body } = await installation.call(who, 'POST', '/api/v1/notes', {
    module: 'example',
    body: { title: 'made before', body: '' },
  });
  return { who, module: 'example', path: `/api/v1/notes/${body.id}` };
}

export const calls: Calls = {
  'POST /api/v1/notes': async (installation) => ({
    who: (await owner(installation)).who,
    module: 'example',
    path: '/api/v1/notes',
    body: { title: 'a note', body: '' },
  }),
  'POST /api/v1/notes/:id/finish': async (installation) => {
    const fresh = await newNote(installation);
    return { ...fresh, path: `${fresh.path}/finish` };
  },
  'PATCH /api/v1/notes/:id': async (installation) => ({ ...(await newNote(installation)), body: { title: 'another' } }),
};

/** A note that has come to rest: its count of changes follows by a moment, and its ETag with it. */
async function settledNote(installation: Installation) {
  const { who } = await owner(installation);
  const body = { title: 'a note', body: '' };
  const write = () => installation.call(who, 'POST', notes, { module: 'example', body });
  const path = `${notes}/${(await made(write())).body.id}`;
  await eventually(async () => {
    const read = await installation.call(who, 'GET', path, { module: 'example' });
    if (read.body.changes !== 1) throw new Error('not counted yet');
  });
  return { who, path, write };
}

export const recipes: Recipes = {
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

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/notes': 'read',
  'POST /api/v1/notes': 'deploy',
  'GET /api/v1/notes/:id': 'read',
  'GET /api/v1/notes/:id/stream': 'read',
  'POST /api/v1/notes/:id/finish': 'deploy',
  'PATCH /api/v1/notes/:id': 'deploy',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
