import { join } from 'node:path';
import { defineModule, deleteAllTenantRows } from '@wheelhouse/kit';
import { finishNote } from './notes/finish.ts';
import { noteRoutes } from './notes/routes.ts';
import { countChange } from './notes/store.ts';

/** The scaffold every module begins from. Tests and proofs mount it; no installation does. */
export const exampleModule = defineModule({
  name: 'example',
  port: 8070,
  prefix: '/example',
  settings: {},
  migrations: join(import.meta.dirname, '../migrations'),
  onTenantDeleted: deleteAllTenantRows,
  routes: noteRoutes,
  jobs: [
    {
      name: 'finish',
      about: 'finishes notes that were requested to be finished',
      retryLimit: 5,
      retryDelaySeconds: 1,
      expireInSeconds: 60,
      handle: finishNote,
    },
  ],
  consumers: () => [
    {
      name: 'activity',
      source: 'example',
      types: ['internal.note_changed'],
      handle: (db, event) => countChange(db, String(event.data['note_id'])),
    },
  ],
});
