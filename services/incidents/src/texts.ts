import { Type } from 'typebox';

/** PostgreSQL keeps no NUL, and half a character is none. */
const onLine = '[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]';
const onLines = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\ud800-\\udfff]';

/** A name or a title. */
export const lineOf = (longest: number, more: { readonly description?: string } = {}) =>
  Type.String({ minLength: 1, maxLength: longest, pattern: `^(?=.*\\S)${onLine}*$`, ...more });
/** The same where there may be none. */
export const anyLineOf = (longest: number, more: { readonly description?: string } = {}) =>
  Type.String({ maxLength: longest, pattern: `^${onLine}*$`, ...more });
/** What people have to say, if anything. */
export const linesOf = (longest: number, more: { readonly description?: string } = {}) =>
  Type.String({ maxLength: longest, pattern: `^${onLines}*$`, ...more });
/** What people must say something for. */
export const saidOf = (longest: number, more: { readonly description?: string } = {}) =>
  Type.String({ minLength: 1, maxLength: longest, pattern: `^(?=[\\s\\S]*\\S)${onLines}*$`, ...more });
