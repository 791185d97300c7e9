import { ClusterUnreachable } from './errors.ts';
import { ask, nameOf, type Query, type Transport } from './request.ts';
import { sizes } from './sizes.ts';

export interface ListOptions {
  /** Objects a page; 500 unless told. */
  readonly limit?: number;
  /** Beyond so many the list has no end; 5,000 unless told, more than any cluster has. */
  readonly mostPages?: number;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  readonly signal?: AbortSignal;
}

export interface ListPage<T> {
  readonly items: readonly T[];
  /** The moment the whole list is of; the same on all its pages. A watch goes on from it. */
  readonly resourceVersion: string;
}

interface Listed<T> {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: readonly T[] | null;
}

/** All pages of one moment. When that moment is forgotten meanwhile, it throws a KubernetesError with 410: begin again. */
export async function* pagesOf<T>(
  transport: Transport,
  path: string,
  options: ListOptions = {},
): AsyncGenerator<ListPage<T>> {
  const { limit = 500, mostPages = 5_000, fieldSelector, labelSelector, signal } = options;
  let [size, next]: [number, string | undefined] = [limit, undefined];
  for (let pages = 1; next !== ''; pages += 1) {
    if (pages > mostPages)
      throw new ClusterUnreachable('too_large', `${nameOf({ method: 'GET', path })} has more than ${mostPages} pages`);
    const query: Query & { readonly limit: number } = { limit: size, fieldSelector, labelSelector, continue: next };
    const { listed, limit: taken }: Taken<T> = await page<T>(transport, path, query, signal);
    const { items, metadata } = listed;
    // Those that follow are hardly smaller.
    size = taken;
    next = metadata?.continue ?? '';
    yield { items: items ?? [], resourceVersion: metadata?.resourceVersion ?? '' };
  }
}

interface Taken<T> {
  readonly listed: Listed<T>;
  readonly limit: number;
}

/** As many objects as asked for, or fewer where these would be too much at once; and how many that were. */
async function page<T>(
  transport: Transport,
  path: string,
  query: Query & { readonly limit: number },
  signal: AbortSignal | undefined,
): Promise<Taken<T>> {
  try {
    const listed = await ask<Listed<T>>(transport, { method: 'GET', path, query, signal }, sizes.page);
    return { listed, limit: query.limit };
  } catch (error) {
    const isTooLarge = error instanceof ClusterUnreachable && error.code === 'too_large';
    if (!isTooLarge || query.limit === 1) throw error;
    return page(transport, path, { ...query, limit: Math.ceil(query.limit / 10) }, signal);
  }
}
