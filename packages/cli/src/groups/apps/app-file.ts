import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Failure } from '../../failure.ts';
import type { Env, Fields } from './app-options.ts';

/** What a file says of an app: the fields of the API, and which app it is. */
export interface Described {
  readonly name: string | undefined;
  /** By name, or by id. */
  readonly cloudspace: string | undefined;
  readonly replicas: unknown;
  /** Undefined: it says nothing of variables. */
  readonly env: Env | undefined;
  readonly fields: Fields;
}

const example = 'it has the fields of POST /platform/api/v1/apps, and cloudspace: NAME; see docs/guides/apps.md';

export async function describedIn(file: string): Promise<Described> {
  const written = await textIn(file);
  const value = await parsed(file, written);
  if (!isMap(value)) throw new Failure('usage', `${file} does not describe an app`, example);
  const { name, cloudspace, cloudspace_id, replicas, env, image, ...fields } = value;
  if (env !== undefined && !isMap(env)) throw new Failure('usage', `env in ${file} must be a map of names and values`);
  return {
    name: wordOf(file, 'name', name),
    cloudspace: wordOf(file, 'cloudspace', cloudspace) ?? wordOf(file, 'cloudspace_id', cloudspace_id),
    replicas,
    // What is not a text is for the API to refuse, by its name.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    env: env as Env | undefined,
    fields: image === undefined ? fields : { source: { type: 'image', image }, ...fields },
  };
}

async function textIn(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new Failure('usage', `the file cannot be read: ${error.message}`, example);
  });
}

/** JSON is YAML too. */
async function parsed(file: string, written: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(written, { prettyErrors: true });
  } catch (error) {
    const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new Failure('usage', `${file} is neither YAML nor JSON: ${first.replace(/:$/, '')}`);
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordOf(file: string, field: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new Failure('usage', `${field} in ${file} must be a text`);
}
