import { timeIn } from './log-time.ts';

export interface LogLine {
  readonly at: bigint;
  readonly text: string;
}

/** A line as Kubernetes tells it with its time. What has none is no line of a container. */
export function lineIn(raw: string): LogLine | undefined {
  const space = raw.indexOf(' ');
  const at = timeIn(space === -1 ? raw : raw.slice(0, space));
  return at === undefined ? undefined : { at, text: space === -1 ? '' : raw.slice(space + 1) };
}

const longest = 16_384;

/** At most 16 KiB of it, and no half character at the end. */
export function cut(line: LogLine): LogLine & { readonly truncated?: true } {
  const { at, text } = line;
  // No character takes more than three bytes for each of its UTF-16 units.
  if (text.length * 3 <= longest || Buffer.byteLength(text) <= longest) return line;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(longest));
  return { at, text: text.slice(0, read), truncated: true };
}

/** Whether a line is one of those asked for. */
export function contains(wanted = ''): (text: string) => boolean {
  const lower = wanted.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}
