import { createHash } from 'node:crypto';

/** A strong validator of an object as it is shown. */
export function etagOf(shown: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
}

/** Whether an If-Match or If-None-Match header names this validator. */
export function names(header: string, etag: string): boolean {
  return header === '*' || header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag);
}
