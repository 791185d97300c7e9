import type { Caller } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { eventually } from '@wheelhouse/testkit';
import type { MonitorHouse } from './house.ts';

export interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface Stream {
  /** Waits until that many have come, and answers all that have. */
  readonly upTo: (count: number) => Promise<readonly Event[]>;
  readonly ended: Promise<void>;
  readonly close: () => void;
}

export async function follow(house: MonitorHouse, who: Caller, query: string): Promise<Stream> {
  const over = new AbortController();
  const answer = await fetch(`${house.addresses['k8s-monitor']}/api/health/stream${query}`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: over.signal,
  });
  expect(answer.status).toBe(200);
  const events: Event[] = [];
  const reading = async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      events.push(...parts.flatMap(eventIn));
    }
  };
  const ended = reading().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    upTo: (count) =>
      eventually(() => {
        expect(events.length).toBeGreaterThanOrEqual(count);
        return events;
      }),
    ended,
    close: () => over.abort(),
  };
}

function eventIn(text: string): readonly Event[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const [id, event, data] = [field('id'), field('event'), field('data')];
  return id === undefined || event === undefined ? [] : [{ id, event, data: JSON.parse(data ?? 'null') }];
}
