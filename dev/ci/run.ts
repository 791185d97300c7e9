import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Group } from '../engines/runtime/engine.ts';
import { answersLog } from '../engines/test/answers-log.ts';
import { runProofs } from './proofs.ts';
import { npm, step, tellSeconds } from './steps.ts';
import { Tally } from './tally.ts';
import { runStage } from './tests.ts';

/**
 * The part of `.ci/run` that comes after bootstrap. It says only what is certain: tests, and proofs of what must never
 * happen. What is measured in time runs on a machine of its own (`npm run prove -- --timed`).
 */

interface Stage {
  readonly engines: readonly Group[];
  /** Projects of vitest.config.ts that need these engines and those of the stages before; the runs go beside each other. */
  readonly runs: readonly (readonly string[])[];
}

/** Engines of a later stage are built and started beside the tests of the ones before. */
const stages: readonly Stage[] = [
  { engines: ['postgresql', 'rabbitmq', 'valkey', 'chromium', 'alertmanager'], runs: [['alone', 'stores', 'kit']] },
  { engines: ['kube', 'kwok', 'metrics-server', 'kube2', 'node'], runs: [['clusters'], ['node']] },
  { engines: ['docker'], runs: [['ground']] },
];

const tally = new Tally();
// Each project adds to the record of answers; it begins here.
rmSync(answersLog(), { force: true });

async function succeeds(name: string, command: readonly string[]): Promise<boolean> {
  const { code } = await step(name, command);
  tally.count(code === 0);
  return code === 0;
}

const checked = succeeds('check', npm('check'));
let [up, tested] = [Promise.resolve(true), Promise.resolve(true)];
for (const [index, { engines, runs }] of stages.entries()) {
  up = up.then((before) => before && succeeds(`engines ${engines.join(' ')}`, npm('engines', 'up', ...engines)));
  // Only the first runs beside the check: later ones write into the checkout.
  tested = Promise.all([up, tested, index === 0 || checked]).then(async ([isUp, isTested]) => {
    if (!isUp || !isTested) return false;
    await runStage(runs, tally);
    return true;
  });
}
const isTested = await tested;
await checked;
if (isTested) await runProofs(tally);
await succeeds('engines down', npm('engines', 'down'));

console.log();
tellSeconds(execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim());
tally.tell();
process.exitCode = tally.failed === 0 ? 0 : 1;
