import type { TestProject } from 'vitest/node';
import type { Group } from '../runtime/engine.ts';
import { beginAnswersLog } from './answers-log.ts';
import { requireEngines } from './require-engines.ts';

const stores: readonly Group[] = ['postgresql', 'rabbitmq', 'valkey', 'chromium'];
/** What the tests of a project stand on; the engines' own tests ask for the rest themselves. */
const needs: Readonly<Record<string, readonly Group[]>> = {
  clusters: [...stores, 'kube', 'kwok', 'metrics-server', 'kube2'],
};

let isBegun = false;

/** Called once for each project. */
export async function setup({ name }: TestProject): Promise<void> {
  await requireEngines(needs[name] ?? stores);
  if (!isBegun) beginAnswersLog();
  isBegun = true;
}
