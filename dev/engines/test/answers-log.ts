import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeDir } from '../runtime/home.ts';

/** Where tests write down what was answered to them; the proof `openapi` holds it against what is described. */
export function answersLog(): string {
  return process.env['ANSWERS_LOG'] ?? join(homeDir(), 'answers.log');
}

/** Some files or projects alone add to the record; a run of all of them begins a new one. */
export function beginAnswersLog(): void {
  const named = process.argv
    .slice(2)
    .filter((word) => word !== 'run' && !/^--(reporter|no-color|outputFile)/.test(word));
  if (named.length === 0) writeFileSync(answersLog(), '');
}
