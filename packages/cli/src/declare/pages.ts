import type { List, Page } from '@wheelhouse/sdk';
import { Failure } from '../failure.ts';

/** How much of a list is asked for at a time, and from where on. */
export interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const largestPage = 200;

export async function firstPage<Item>({ pages }: List<Item>): Promise<Page<Item>> {
  for await (const page of pages) return page;
  return pageOf([]);
}

/** All there are, as one page. */
export async function everything<Item>(list: List<Item>): Promise<Page<Item>> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return pageOf(items);
}

function pageOf<Item>(data: readonly Item[]): Page<Item> {
  return { data, next_cursor: null, total: data.length };
}

/** That many in one page, however many the API answers at a time. */
export async function newest<Item>(limit: number, listFrom: (asked: Asked) => List<Item>): Promise<Page<Item>> {
  let page = pageOf<Item>([]);
  let cursor: string | undefined;
  do {
    const next = await firstPage(listFrom({ limit: Math.min(limit - page.data.length, largestPage), cursor }));
    page = { ...next, data: [...page.data, ...next.data] };
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined && page.data.length < limit);
  return page;
}

export function limitOf(given: string): number {
  const limit = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (limit > 0 && limit <= 10_000) return limit;
  throw new Failure('usage', `--limit must be a number from 1 to 10000, not ${given}`);
}
