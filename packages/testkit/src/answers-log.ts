import { appendFileSync } from 'node:fs';
import { watchAnswers } from '@wheelhouse/kit';

/** Writes each operation and status that the tests of this file are answered into a file, once; the proof `openapi` reads it. */
export function logAnswers(file: string): void {
  const seen = new Set<string>();
  watchAnswers((module, method, url, status) => {
    const line = `${module} ${method} ${url} ${status}`;
    if (seen.has(line)) return;
    seen.add(line);
    appendFileSync(file, `${line}\n`);
  });
}
