import type { JsonObject, OpenApi, Operations } from './open-api.ts';
import { withOwnNames } from './own-names.ts';

/** What one module says of itself. */
export interface Part {
  readonly module: string;
  /** Where its paths lie below the prefix that is published. */
  readonly below: string;
  readonly document: OpenApi;
}

/**
 * One description of all that lies behind one prefix. Where two modules have the same method and path, the first
 * of the table is described: it is the one that is called.
 */
export function mergedDescription([first, ...others]: readonly [Part, ...Part[]], server: string): OpenApi {
  const whole = others.reduce(
    (joined, part) => join(joined, withOwnNames(joined, placed(part), part.module)),
    placed(first),
  );
  return { ...whole, servers: [{ url: server }] };
}

function placed({ below, document }: Part): OpenApi {
  if (below === '') return document;
  const paths = Object.entries(document.paths).map(
    ([path, operations]) => [below + (path === '/' ? '' : path), operations] as const,
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

function join(whole: OpenApi, part: OpenApi): OpenApi {
  const tags = new Map([...part.tags, ...whole.tags].map((tag) => [tag.name, tag]));
  const webhooks = { ...part.webhooks, ...whole.webhooks };
  return {
    ...whole,
    tags: [...tags.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    paths: eachOf(whole.paths, part.paths),
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
    components: eachOf(whole.components, part.components),
  };
}

/** The entries of both; of those that both have, what either has, and the first's where both have it. */
function eachOf<T extends JsonObject | Operations>(
  whole: Readonly<Record<string, T>>,
  part: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  const added = Object.entries(part).map(
    ([name, entry]) => [name, { ...whole[name], ...entry, ...whole[name] }] as const,
  );
  return { ...whole, ...Object.fromEntries(added) };
}
