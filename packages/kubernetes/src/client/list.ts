import { ask, longestPage, type Transport } from './request.ts';

export interface ListOptions {
  /** Objects a page; 500 unless told. */
  readonly limit?: number;
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
  const { limit = 500, fieldSelector, labelSelector, signal } = options;
  for (let next: string | undefined; next !== ''; ) {
    const query = { limit, fieldSelector, labelSelector, continue: next };
    const { items, metadata } = await ask<Listed<T>>(transport, { method: 'GET', path, query, signal }, longestPage);
    next = metadata?.continue ?? '';
    yield { items: items ?? [], resourceVersion: metadata?.resourceVersion ?? '' };
  }
}
