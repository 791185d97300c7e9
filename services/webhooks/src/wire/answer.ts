import type { IncomingHttpHeaders } from 'node:http';
import type { DeliveryFailure } from '@wheelhouse/contracts';
import type { AttemptResponse } from './attempt.ts';

/** So much of an answer's body is kept. */
export const bodyCap = 16_384;
/** Whoever asks for longer asks for never. */
const longestRest = 2_147_483_647;

export function failureOfStatus(status: number): DeliveryFailure | null {
  if (status < 300) return null;
  if (status < 400) return 'redirected';
  if (status === 410) return 'gone';
  if (status === 429) return 'too_many_requests';
  if (status < 500) return 'client_error';
  return status < 600 ? 'server_error' : 'not_http';
}

/** `Retry-After` in seconds from now: it may be given as a number of them, or as a date. */
export function restAsked(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), longestRest);
  // A date begins with the name of a day; Date.parse alone would read much else as one.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, Math.ceil((at - now) / 1_000)), longestRest);
}

export function responseOf(headers: IncomingHttpHeaders, chunks: readonly Buffer[], isCut: boolean): AttemptResponse {
  const told: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) told[name] = storable(Array.isArray(value) ? value.join(', ') : value);
  }
  if (chunks.length === 0) return { headers: told, body: '', truncated: isCut };
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const text = storable(bytes.toString('utf8', 0, bodyCap));
  // Bytes that are no text grow when they are replaced.
  const kept = text.length * 3 <= bodyCap || Buffer.byteLength(text) <= bodyCap ? text : fitting(text);
  return { headers: told, body: kept, truncated: isCut || bytes.length > bodyCap || kept.length < text.length };
}

/** PostgreSQL keeps no NUL in a text. */
function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u{fffd}') : text;
}

function fitting(text: string): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bodyCap)).read);
}
