import { isDeepStrictEqual } from 'node:util';
import type { App } from './app.ts';
import type { Described } from './app-file.ts';
import type { Env, Fields } from './app-options.ts';

interface Wanted extends Described {
  /** Variables from the command line. */
  readonly flags: Env;
}

/** What has to change of an app for it to be as wanted; fields that nobody mentions stay. */
export function changeOf(app: App, wanted: Wanted): Fields {
  const before: Fields = { ...app };
  const fields = Object.entries(wanted.fields).filter(([name, value]) => !isWithin(value, before[name]));
  const env = Object.entries(envOf(app, wanted)).filter(([name, value]) => (app.env[name] ?? null) !== value);
  return { ...Object.fromEntries(fields), ...(env.length === 0 ? {} : { env: Object.fromEntries(env) }) };
}

/** A file that has variables has all of them: what it lacks is removed. */
function envOf(app: App, { env, flags }: Wanted): Env {
  const removed = env === undefined ? [] : gone(app, env).map((name) => [name, null] as const);
  return { ...Object.fromEntries(removed), ...env, ...flags };
}

function gone({ env: before }: App, env: Env): readonly string[] {
  return Object.keys(before).filter((name) => !Object.hasOwn(env, name));
}

/** What nobody should be surprised by. */
export function leftOut(app: App, { env, replicas, flags }: Wanted): readonly string[] {
  const removed = env === undefined ? [] : gone(app, { ...env, ...flags });
  return [
    ...(removed.length === 0 ? [] : [`removed, since the file does not have it: env ${removed.join(', ')}`]),
    ...(replicas === undefined || replicas === app.replicas
      ? []
      : [
          `replicas stays ${app.replicas}: a deployment does not change it; wheelhouse apps scale ${app.cloudspace_name}/${app.name} ${JSON.stringify(replicas)} does`,
        ]),
  ];
}

/** Of a map, what it mentions; all else as a whole. */
function isWithin(wanted: unknown, before: unknown): boolean {
  if (!isMap(wanted) || !isMap(before)) return isDeepStrictEqual(wanted, before);
  return Object.entries(wanted).every(([name, value]) => isWithin(value, before[name]));
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
