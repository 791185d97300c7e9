import type { FastifyInstance } from 'fastify';
import { Refusal, refuse } from './refusal.ts';
import { formType } from './serve-route.ts';

/** More than any request of ours has. Reading what has more costs by the value, not by the byte: it is not read at all. */
const mostValues = 20_000;
const mostFields = 1_000;

/** How bodies are read: JSON, and forms where a route takes them. What is sent as plain text is not a body we read. */
export function addParsers(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (hasManyValues(text)) done(tooMany('The body', 'values', mostValues));
    else void parseJson(request, text, done);
  });
  app.addContentTypeParser<string>(formType, { parseAs: 'string' }, (_, text, done) => {
    if (hasManyFields(text)) done(tooMany('The form', 'fields', mostFields));
    else done(null, formOf(text));
  });
}

const [comma, brace, bracket, quote, backslash, ampersand] = [0x2c, 0x7b, 0x5b, 0x22, 0x5c, 0x26];

/** Each value begins with one of these or comes after it; what stands in texts is none. */
function hasManyValues(json: string): boolean {
  if (json.length <= mostValues) return false;
  let count = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === quote) isText = !isText;
    else if (isText) index += code === backslash ? 1 : 0;
    else if (code === comma || code === brace || code === bracket) count += 1;
    if (count > mostValues) return true;
  }
  return false;
}

function hasManyFields(form: string): boolean {
  let count = 0;
  for (let index = 0; index < form.length && count <= mostFields; index += 1)
    if (form.charCodeAt(index) === ampersand) count += 1;
  return count > mostFields;
}

function tooMany(what: string, of: string, most: number): Refusal {
  return new Refusal('validation_failed', { message: `${what} contains more than ${most} ${of}.` });
}

/** A field that is sent twice has no one meaning. */
function formOf(text: string): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) refuse('invalid_request', { message: `The form contains ${name} twice. Send it once.` });
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
