import { closed } from '@wheelhouse/contracts';
import {
  defineRoute,
  etagOf,
  listRoute,
  type ModuleContext,
  refuse,
  type Route,
  streamParameters,
} from '@wheelhouse/kit';
import { noteChanges } from './stream.ts';
import { changeNote, createNote, type Note, note, noteId } from './schema.ts';
import { insertNote, type NoteRow, notes, selectNote, updateNote } from './store.ts';

/** A plain list of things: what a module needs at least. */
export function noteRoutes(context: ModuleContext): readonly Route[] {
  const { makeId, clock, emit, enqueue } = context;
  return [
    listRoute(context, notes, {
      url: '/api/v1/notes',
      access: 'read',
      summary: 'List notes, newest first',
      item: note,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/notes',
      access: 'deploy',
      reach: 'none',
      summary: 'Create a note',
      audit: { action: 'note.create' },
      body: createNote,
      status: 201,
      response: note,
      handler: async ({ body, change }) =>
        change(async (db) => {
          const id = makeId();
          await insertNote(db, id, body, clock.now());
          await emit(db, 'internal.note_changed', { note_id: id });
          return answer(await existing(selectNote(db, id)), { location: `/api/v1/notes/${id}` });
        }),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/notes/:id',
      access: 'read',
      reach: 'none',
      summary: 'Read a note',
      params: noteId,
      response: note,
      handler: async ({ params, read }) => answer(await read((db) => existing(selectNote(db, params.id)))),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/notes/:id/stream',
      access: 'read',
      reach: 'none',
      summary: 'Follow a note until it is done',
      params: noteId,
      query: closed(streamParameters),
      stream: true,
      handler: async ({ params, read, resumeAfter, signal }) => {
        const current = async () => shown(await read((db) => existing(selectNote(db, params.id))));
        return { stream: noteChanges(current, resumeAfter, signal) };
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/notes/:id/finish',
      access: 'deploy',
      reach: 'none',
      summary: 'Finish a note; its status shows when it is done',
      audit: { action: 'note.finish' },
      params: noteId,
      status: 202,
      response: note,
      handler: async ({ params, change }) =>
        change(async (db) => {
          const row = await existing(selectNote(db, params.id));
          await enqueue(db, 'finish', params.id);
          return answer(row, { location: `/api/v1/notes/${params.id}` });
        }),
    }),
    defineRoute({
      method: 'PATCH',
      url: '/api/v1/notes/:id',
      access: 'deploy',
      reach: 'none',
      summary: 'Change a note',
      audit: { action: 'note.change' },
      params: noteId,
      body: changeNote,
      response: note,
      errors: ['precondition_failed'],
      handler: async ({ params, body, change, unlessChanged }) =>
        change(async (db) => {
          unlessChanged(etagOf(shown(await existing(selectNote(db, params.id, 'FOR UPDATE')))));
          await updateNote(db, params.id, body, clock.now());
          await emit(db, 'internal.note_changed', { note_id: params.id });
          return answer(await existing(selectNote(db, params.id)));
        }),
    }),
  ];
}

async function existing(row: Promise<NoteRow | undefined>): Promise<NoteRow> {
  return (await row) ?? refuse('not_found');
}

function shown({ created_at, updated_at, ...rest }: NoteRow): Note {
  return { ...rest, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

function answer(row: NoteRow, headers: Readonly<Record<string, string>> = {}) {
  const body = shown(row);
  return { body, etag: etagOf(body), headers };
}
