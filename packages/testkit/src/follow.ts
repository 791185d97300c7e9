import { eventually } from './eventually.ts';
import type { Caller } from './process.ts';

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  readonly data: any;
}

export interface FollowedStream {
  readonly status: number;
  /** Waits until that many have come, and answers all that have. */
  readonly upTo: (count: number) => Promise<readonly StreamedEvent[]>;
  /** When the server has ended it. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Follows server-sent events as a client does. */
export async function follow(
  url: string,
  who: Caller,
  headers: Readonly<Record<string, string>> = {},
): Promise<FollowedStream> {
  const over = new AbortController();
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${who.token}`, ...headers },
    signal: over.signal,
  });
  const events: StreamedEvent[] = [];
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
    status: answer.status,
    upTo: (count) =>
      eventually(() => {
        if (events.length < count) throw new Error(`${events.length} of ${count} events have come`);
        return events;
      }),
    ended,
    close: () => over.abort(),
  };
}

function eventIn(text: string): readonly StreamedEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const [id, event, data] = [field('id'), field('event'), field('data')];
  return id === undefined || event === undefined ? [] : [{ id, event, data: JSON.parse(data ?? 'null') }];
}
