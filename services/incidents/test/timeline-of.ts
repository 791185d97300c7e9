import { expect } from 'vitest';
import { type House, incidents, type Person, type Place } from './house.ts';

export interface Entry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly summary: string;
  readonly count: number;
}

/** The first first, without what was told of it. */
export async function timelineOf(house: House, who: Person, id: string): Promise<readonly Entry[]> {
  const { data, next_cursor } = await house.get(who, `${incidents}/${id}/timeline?limit=200`);
  expect(next_cursor).toBeNull();
  return data.filter(({ kind }: Entry) => kind !== 'webhook').toReversed();
}

export async function onlyOf(house: House, { who }: Place) {
  const { data } = await house.get(who, incidents);
  expect(data).toHaveLength(1);
  return data[0];
}
