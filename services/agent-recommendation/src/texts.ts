import { Type } from 'typebox';

/** What people say in a few lines. PostgreSQL keeps no NUL, and half a character is none. */
export const noteSchema = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\ud800-\\udfff]*$',
});
