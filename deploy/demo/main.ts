#!/usr/local/bin/node
import { breakIt, fixIt, type RunningDemo } from '../../dev/demo/break.ts';
import { runWheelhouse } from '../../dev/demo/command-line.ts';
import { type DeployingDemo, deployIt } from '../../dev/demo/deploy.ts';
import { faultKinds } from '../../dev/demo/fault.ts';
import { deployKinds, onKwok } from '../../dev/seed/app-stage.ts';
import { drain, propose } from '../../dev/seed/propose.ts';
import { openClusterApi } from './api.ts';
import { hold, installation, proposer, runningSeeder, wheelhouse } from './hold.ts';

/**
 * In the demo's container: `demo` holds it, `demo break KIND` and `demo fix [KIND]` change its cluster, and
 * `demo deploy VERSION` its app.
 */

const command = 'docker compose exec demo demo';
const say = (line: string) => console.log(line);
const demo: RunningDemo = {
  openApi: async () => openClusterApi(),
  propose: async (proposal) => propose(proposer(), proposal),
  drain: async (node) => drain(runningSeeder(), node),
  start: 'docker compose --profile demo up',
  command,
  say,
};

const deploying: DeployingDemo = {
  client: async () => runningSeeder().client,
  openApi: async () => openClusterApi(),
  stageOf: async () => onKwok,
  wheelhouse: (words) =>
    runWheelhouse({ program: wheelhouse, url: installation, seeder: runningSeeder().seeder }, words),
  command,
  say,
};

const [verb, kind] = process.argv.slice(2);
try {
  if (verb === 'break') process.exitCode = await breakIt(demo, kind);
  else if (verb === 'fix') process.exitCode = await fixIt(demo, kind);
  else if (verb === 'deploy') process.exitCode = await deployIt(deploying, kind);
  else if (verb === undefined) process.exitCode = await hold(command, say);
  else {
    say(`usage: ${command} break KIND, or fix [KIND]. KIND is one of ${faultKinds.join(', ')}`);
    say(`       ${command} deploy VERSION, which is one of ${deployKinds.join(', ')}`);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
