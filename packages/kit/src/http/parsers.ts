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
    if (countsMoreThan(text, mostValues, jsonMarks)) done(tooMany('The body', 'values', mostValues));
    else void parseJson(request, text, done);
  });
  app.addContentTypeParser<string>(formType, { parseAs: 'string' }, (_, text, done) => {
    if (countsMoreThan(text, mostFields, formMarks)) done(tooMany('The form', 'fields', mostFields));
    else done(null, formOf(text));
  });
}

/** Each begins a value, or comes before one; those within texts count too. */
const jsonMarks: ReadonlySet<number> = new Set([0x2c, 0x7b, 0x5b]);
const formMarks: ReadonlySet<number> = new Set([0x26]);

function countsMoreThan(text: string, most: number, marks: ReadonlySet<number>): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (!marks.has(text.charCodeAt(index))) continue;
    count += 1;
    if (count > most) return true;
  }
  return false;
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
