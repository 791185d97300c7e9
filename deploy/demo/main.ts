#!/usr/local/bin/node
import { breakIt, fixIt, type RunningDemo } from '../../dev/demo/break.ts';
import { faultKinds } from '../../dev/demo/faults.ts';
import { propose } from '../../dev/seed/propose.ts';
import { openClusterApi } from './api.ts';
import { hold, proposer } from './hold.ts';

/** In the demo's container: `demo` holds it, `demo break KIND` and `demo fix [KIND]` change its cluster. */

const command = 'docker compose exec demo demo';
const say = (line: string) => console.log(line);
const demo: RunningDemo = {
  openApi: async () => openClusterApi(),
  propose: async (proposal) => propose(await proposer(), proposal),
  start: 'docker compose --profile demo up',
  command,
  say,
};

const [verb, kind] = process.argv.slice(2);
try {
  if (verb === 'break') process.exitCode = await breakIt(demo, kind);
  else if (verb === 'fix') process.exitCode = await fixIt(demo, kind);
  else if (verb === undefined) process.exitCode = await hold(command, say);
  else {
    say(`usage: ${command} break KIND, or fix [KIND]. KIND is one of ${faultKinds.join(', ')}`);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
