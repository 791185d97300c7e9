import type { ClusterClient, ListOptions } from '@wheelhouse/kubernetes';

const pageSize = 250;

/** As many as are looked at, and whether these are all. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly isAll: boolean;
}

/** The first so many of a list; the rest is not even read. */
export async function listed<T>(
  client: ClusterClient,
  path: string,
  options: Pick<ListOptions, 'labelSelector' | 'fieldSelector' | 'signal'>,
  most: number,
): Promise<Listed<T>> {
  const items: T[] = [];
  for await (const page of client.list<T>(path, { ...options, limit: Math.min(pageSize, most + 1) })) {
    items.push(...page.items);
    if (items.length > most) return { items: items.slice(0, most), isAll: false };
  }
  return { items, isAll: true };
}
