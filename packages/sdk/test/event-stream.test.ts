import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventsOf } from '../src/event-stream.ts';
import type { StreamEvent } from '../src/index.ts';

async function read(...parts: readonly Uint8Array[]): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  async function* bytes() {
    yield* parts;
  }
  for await (const event of eventsOf(bytes())) events.push(event);
  return events;
}
const encode = (text: string) => new TextEncoder().encode(text);

test.each([
  [
    'an event has an id, a name and data',
    'id: 1\nevent: x\ndata: {"a":1}\n\n',
    [{ id: '1', event: 'x', data: { a: 1 } }],
  ],
  ['an event without a name is a message', 'id: 1\ndata: 1\n\n', [{ id: '1', event: 'message', data: 1 }]],
  [
    'an id lasts until the next',
    'id: 1\ndata: 1\n\ndata: 2\n\n',
    [
      { id: '1', event: 'message', data: 1 },
      { id: '1', event: 'message', data: 2 },
    ],
  ],
  ['data may have several lines', 'data: [1,\ndata:2]\n\n', [{ id: '', event: 'message', data: [1, 2] }]],
  ['comments, unknown fields and events without data are nothing', ':hi\n\nretry: 5\n\nevent: x\n\n', []],
  ['what no empty line has ended is not there', 'data: 1\n', []],
] as const)('%s', async (_, text, expected) => {
  expect(await read(encode(text))).toEqual(expected);
});

test('bytes may be torn anywhere, and lines may end in any way', async () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const events = fc.array(fc.record({ id: fc.stringMatching(/^[\x21-\x7e]{1,9}$/), data: fc.jsonValue() }), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(events, lineEnd, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), async (sent, end, sizes) => {
      const text = sent
        .map(({ id, data }) => [`id: ${id}`, `data: ${JSON.stringify(data)}`, '', ''].join(end))
        .join('');
      // So that a CR at the very end is known to be a whole line end.
      const bytes = encode(`${text}:${end}`);
      const parts: Uint8Array[] = [];
      for (let from = 0; from < bytes.length; ) {
        const size = sizes.next().value;
        parts.push(bytes.subarray(from, from + size));
        from += size;
      }
      const got = await read(...parts);
      expect(got.map(({ id, data }) => [id, JSON.stringify(data)])).toEqual(
        sent.map(({ id, data }) => [id, JSON.stringify(data)]),
      );
    }),
  );
});
