import { closed } from '@wheelhouse/contracts';
import {
  countedTotal,
  defineRoute,
  etagOf,
  type ModuleContext,
  pageOf,
  pageRequest,
  refuse,
  type Route,
  streamParameters,
  valuesOf,
} from '@wheelhouse/kit';
import { noteChanges } from './stream.ts';
import { changeNote, createNote, listQuery, type Note, note, noteId, noteList } from './schema.ts';
import { insertNote, type NoteRow, selectNote, selectNotes, updateNote } from './store.ts';

/** A plain list of things: what a module needs at least. */
export function noteRoutes({ schema, cursors, makeId, clock, emit, enqueue }: ModuleContext): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/notes',
      access: 'read',
      summary: 'List notes, newest first',
      query: listQuery,
      response: noteList,
      handler: async ({ query, tenantId, read }) => {
        const filters = { status: valuesOf(query.status) };
        const page = pageRequest('notes', tenantId, query, filters, cursors);
        return read(async (db) => {
          const [rows, total] = await Promise.all([
            selectNotes(db, page, filters),
            countedTotal(db, schema, 'notes', ['status'], filters),
          ]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/notes',
      access: 'deploy',
      summary: 'Write a note',
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
      summary: 'Read a note',
      params: noteId,
      response: note,
      handler: async ({ params, read }) => answer(await read((db) => existing(selectNote(db, params.id)))),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/notes/:id/stream',
      access: 'read',
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
      summary: 'Have a note finished; its status tells when it is',
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
