import { type Caller, follow as followUrl, type FollowedStream } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import type { MonitorHouse } from './house.ts';

export async function follow(house: MonitorHouse, who: Caller, query: string): Promise<FollowedStream> {
  const stream = await followUrl(`${house.addresses['k8s-monitor']}/api/health/stream${query}`, who);
  expect(stream.status).toBe(200);
  return stream;
}
