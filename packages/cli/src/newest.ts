import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
  readonly total: number;
}

interface Asked {
  readonly limit: number;
  readonly cursor: string | undefined;
}

const largestPage = 200;

/** That many in one page, however many the API answers at a time. */
export async function newest<Item>(limit: number, load: (asked: Asked) => Promise<Page<Item>>): Promise<Page<Item>> {
  let page: Page<Item> = { data: [], next_cursor: null, total: 0 };
  let cursor: string | undefined;
  do {
    const next = await load({ limit: Math.min(limit - page.data.length, largestPage), cursor });
    page = { ...next, data: [...page.data, ...next.data] };
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined && page.data.length < limit);
  return page;
}

export function limitOf(given: string): number {
  const limit = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (limit > 0 && limit <= 10_000) return limit;
  throw new Failure(exitCodes.usage, `--limit must be a number from 1 to 10000, not ${given}`);
}
