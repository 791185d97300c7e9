import type { StreamEvent } from './operations.ts';

/**
 * Server-sent events out of bytes, by the rules of the HTML standard (section 9.2). What has not been ended by an empty
 * line is not an event; it comes again when the stream is resumed.
 */
export async function* eventsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  let [id, event, data] = ['', '', ''];
  let hasData = false;
  for await (const line of linesOf(bytes)) {
    if (line === '') {
      if (hasData) yield { id, event: event === '' ? 'message' : event, data: JSON.parse(data) };
      [event, data, hasData] = ['', '', false];
      continue;
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id' && !value.includes('\0')) id = value;
    if (name === 'event') event = value;
    if (name === 'data') {
      data = hasData ? `${data}\n${value}` : value;
      hasData = true;
    }
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    // A line end may be torn in two: a CR is not one before it is known whether its LF follows.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
