import type { Page } from './operations.ts';

/** A list, item by item over all its pages; or page by page. Each page is asked for when it is needed. */
export interface List<Item> extends AsyncIterable<Item> {
  readonly pages: AsyncIterable<Page<Item>>;
}

/** `ask` brings the page after a cursor; without one, the first. */
export function listOf<Item>(ask: (cursor: string | undefined) => Promise<Page<Item>>): List<Item> {
  async function* pages(): AsyncGenerator<Page<Item>> {
    let cursor: string | undefined;
    do {
      const page = await ask(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const { data } of pages()) yield* data;
  }
  return { [Symbol.asyncIterator]: items, pages: { [Symbol.asyncIterator]: pages } };
}
