import { closed, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const noteStatuses = ['open', 'done'] as const;
const status = oneOf(noteStatuses);
const title = Type.String({ minLength: 1, maxLength: 63 });
const text = Type.String({ maxLength: 16_384 });

export const note = Type.Object({
  id: uuidSchema,
  title,
  body: text,
  status,
  pinned: Type.Boolean(),
  changes: Type.Integer({ description: 'How often it has changed; updated shortly after each change' }),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Note = Static<typeof note>;

export const noteId = closed({ id: uuidSchema });
export const createNote = closed({ title, body: text });
export type CreateNote = Static<typeof createNote>;
export const changeNote = closed({
  title: Type.Optional(title),
  body: Type.Optional(text),
  status: Type.Optional(status),
  pinned: Type.Optional(Type.Boolean()),
});
export type ChangeNote = Static<typeof changeNote>;
