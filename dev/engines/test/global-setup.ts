import type { TestProject } from 'vitest/node';
import type { Group } from '../runtime/engine.ts';
import { openHome } from '../runtime/home.ts';
import { beginAnswersLog } from './answers-log.ts';
import { buildCliProgram } from './cli-program.ts';
import { leftOut } from './left-out.ts';
import { requireEngines } from './require-engines.ts';

const stores: readonly Group[] = ['postgresql', 'rabbitmq', 'valkey', 'chromium', 'alertmanager'];
/** What the tests of a project stand on, if on anything; the engines' own tests ask for the rest themselves. */
const needs: Readonly<Record<string, readonly Group[]>> = {
  stores,
  kit: stores,
  ground: stores,
  clusters: [...stores, 'kube', 'kwok', 'metrics-server', 'kube2'],
};

let isBegun = false;

/** Called once for each project, and for what holds them all. */
export async function setup({ name }: TestProject): Promise<void> {
  await requireEngines(needs[name] ?? []);
  if (isBegun) return;
  isBegun = true;
  beginAnswersLog();
  const home = await openHome();
  await buildCliProgram(home);
  for (const { files, because } of await leftOut(home)) console.log(`left out: ${files.join(' ')}: ${because}`);
}
