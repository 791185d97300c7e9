import { beginAnswersLog } from './answers-log.ts';
import { requireEngines } from './require-engines.ts';

/** What every module's tests need; the engines' own tests ask for the rest themselves. */
export async function setup(): Promise<() => void> {
  await requireEngines(['postgresql', 'rabbitmq']);
  return beginAnswersLog();
}
