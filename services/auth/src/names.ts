import { Type } from 'typebox';

/** What people write about people and things: something to read, and no control characters, which neither mails nor terminals want. */
export const nameSchema = Type.String({
  minLength: 1,
  maxLength: 63,
  pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$',
});
export const textSchema = Type.String({ maxLength: 1_000, pattern: '^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f]*$' });

/** As people write it; kept trimmed and in lower case, so that one person is one user. */
export const emailSchema = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern:
    '^\\s*[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f]+@[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f]+\\s*$',
  description: 'An email address; stored in lower case',
});

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
