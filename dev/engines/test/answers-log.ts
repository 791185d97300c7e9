import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeDir } from '../runtime/home.ts';

/** The last line of a record that the whole suite has left. */
export const wholeSuite = '# the whole suite';

/** Where tests write down what was answered to them; the proof `openapi` holds it against what is described. */
export function answersLog(): string {
  return process.env['ANSWERS_LOG'] ?? join(homeDir(), 'answers.log');
}

/** Some files alone add to the record; only a run of all of them begins a new one. Answers what to do at the end. */
export function beginAnswersLog(): () => void {
  const named = process.argv.slice(2).filter((word) => word !== 'run' && !/^--(reporter|no-color)/.test(word));
  if (named.length > 0) return () => undefined;
  writeFileSync(answersLog(), '');
  return () => appendFileSync(answersLog(), `${wholeSuite}\n`);
}
