import { type Caller, eventually, type TestProcess } from '@wheelhouse/testkit';
import { expect } from 'vitest';

export interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Followed {
  readonly status: number;
  /** Waits until that many have come, and answers all that have. */
  readonly upTo: (count: number) => Promise<readonly Told[]>;
  /** When the server has ended it. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Follows an action as a client does. */
export async function follow(
  house: Pick<TestProcess, 'addresses'>,
  who: Caller,
  id: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Followed> {
  const over = new AbortController();
  const answer = await fetch(`${house.addresses['action-agent']}/api/v1/actions/${id}/stream`, {
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    signal: over.signal,
  });
  const told: Told[] = [];
  const reading = async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      told.push(...parts.flatMap(eventIn));
    }
  };
  const ended = reading().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  return {
    status: answer.status,
    upTo: (count) =>
      eventually(() => {
        expect(told.length).toBeGreaterThanOrEqual(count);
        return told;
      }),
    ended,
    close: () => over.abort(),
  };
}

function eventIn(text: string): readonly Told[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const [id, event, data] = [field('id'), field('event'), field('data')];
  return id === undefined || event === undefined ? [] : [{ id, event, data: JSON.parse(data ?? 'null') }];
}
