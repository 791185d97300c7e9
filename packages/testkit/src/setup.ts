import { afterAll } from 'vitest';
import { running } from './leaks.ts';

afterAll(() => {
  if (running.size === 0) return;
  const left = [...running].map((what) => what.description).join(', ');
  running.clear();
  throw new Error(`this file left running: ${left}`);
});
