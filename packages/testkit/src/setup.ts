import { openFirstLock } from '@wheelhouse/kit';
import { afterAll } from 'vitest';
import { logAnswers } from './answers-log.ts';
import { running } from './leaks.ts';

// The proof `tenant-isolation` runs the whole suite on row-level security alone.
if (process.env['TENANT_FILTER'] === 'open') openFirstLock();
const { ANSWERS_LOG: answersLog } = process.env;
if (answersLog !== undefined) logAnswers(answersLog);

afterAll(() => {
  if (running.size === 0) return;
  const left = [...running].map((what) => what.description).join(', ');
  running.clear();
  throw new Error(`this file left running: ${left}`);
});
