import type { Module, Route } from '@wheelhouse/kit';
import { routesOnPaper } from '@wheelhouse/kit';
import type { ReadyCall } from '../installation/ready-call.ts';
import type { Request } from '../installation/ask.ts';
import type { Recipe, Recipes } from '../installation/recipe.ts';

/** A route that callers reach, and how its owner calls it, if anybody has said so. */
export interface Operation {
  readonly module: string;
  /** `auth GET /api/v1/me`. */
  readonly name: string;
  readonly route: Route;
  readonly recipe: Recipe | undefined;
}

export function operationsOf(module: Module, recipes: Recipes): readonly Operation[] {
  return routesOnPaper(module)
    .filter(({ access }) => access !== 'internal')
    .map((route) => {
      const key = `${route.method} ${route.url}`;
      return { module: module.name, name: `${module.name} ${key}`, route, recipe: recipes[key] };
    });
}

/** A call taken apart, so that single ids of it can be replaced. */
export interface Call {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export function callOf({ url }: Route, { path, body, form, headers = {} }: ReadyCall): Call {
  const [words = '', query = ''] = path.split('?');
  const values = words.split('/');
  const params = url
    .split('/')
    .flatMap((word, index) => (word.startsWith(':') ? [[word.slice(1), values[index] ?? '']] : []));
  return {
    path: Object.fromEntries(params),
    query: Object.fromEntries(new URLSearchParams(query)),
    body: form ?? body,
    headers,
  };
}

export function requestOf({ module, route }: Operation, call: Call, headers: Call['headers'] = {}): Request {
  const { method, url, form } = route;
  const query = new URLSearchParams(call.query).toString();
  return {
    module,
    method,
    path: filledIn(url, call.path) + (query === '' ? '' : `?${query}`),
    body: call.body,
    form,
    headers: { ...call.headers, ...headers },
  };
}

export function filledIn(url: string, params: Call['path']): string {
  return url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
}
