import { join } from 'node:path';
import { kube } from '../engines/clusters/cluster.ts';
import { apiOf } from '../engines/clusters/engine-api.ts';
import { messageOf } from '../engines/runtime/health.ts';
import { type House, openHouse, repository } from '../house/house.ts';
import { proposerOf, runningDemo } from '../house/seeding.ts';
import { stopAsked } from '../house/stop-asked.ts';
import { deployKinds } from '../seed/app-stage.ts';
import { drain, propose } from '../seed/propose.ts';
import { stageOf } from './app.ts';
import { breakIt, fixIt, type RunningDemo } from './break.ts';
import { runWheelhouse } from './command-line.ts';
import { type DeployingDemo, deployIt } from './deploy.ts';
import { down, reset } from './down.ts';
import { faultKinds } from './fault.ts';
import { up } from './up.ts';
import { voiceOf } from './voice.ts';

const program = join(repository, 'packages/cli/src/main.ts');

const usage = `npm run demo [-- COMMAND]

  (nothing)          engines, server, a tenant, a cluster of 20 nodes and an app; Ctrl-C stops the server
  break KIND         in another terminal: break something in the cluster
  fix [KIND]         mend it, or all of it
  deploy VERSION     in another terminal: a new version of the app, and how that ends
  down               stop the server and every engine of this clone
  reset              the same, and delete the demo's data

KIND: ${faultKinds.join(', ')}
VERSION: ${deployKinds.join(', ')}
--down               on Ctrl-C stop the engines too
--json-events        one JSON line for each stage, for programs`;

async function main(argv: readonly string[]): Promise<number> {
  const options = new Set(argv.filter((word) => word.startsWith('--')));
  const [command, kind, ...more] = argv.filter((word) => !word.startsWith('--'));
  const voice = voiceOf(options.has('--json-events'));
  const unknown = [...options].find((word) => word !== '--down' && word !== '--json-events');
  if (unknown !== undefined || more.length > 0) {
    voice.say(usage);
    return unknown === '--help' ? 0 : 2;
  }
  const house = await openHouse('demo');
  switch (command) {
    case undefined: {
      const code = await up(house, voice, stopAsked());
      if (options.has('--down')) await down(house, voice.say);
      return code;
    }
    case 'break':
      return breakIt(running(house, voice.say), kind);
    case 'fix':
      return fixIt(running(house, voice.say), kind);
    case 'deploy':
      return deployIt(deploying(house, voice.say), kind);
    case 'down':
      await down(house, voice.say);
      return 0;
    case 'reset':
      await reset(house, voice.say);
      return 0;
    default:
      voice.say(usage);
      return command === 'help' ? 0 : 2;
  }
}

function running(house: House, say: (line: string) => void): RunningDemo {
  return {
    openApi: () => apiOf(house.home, kube),
    propose: async (proposal) => propose(await proposerOf(house), proposal),
    drain: async (node) => drain(await runningDemo(house), node),
    start: 'npm run demo',
    command: 'npm run demo --',
    say,
  };
}

function deploying(house: House, say: (line: string) => void): DeployingDemo {
  return {
    client: async () => (await runningDemo(house)).client,
    openApi: () => apiOf(house.home, kube),
    stageOf: (app) => stageOf(house, app),
    wheelhouse: async (words) => runWheelhouse({ program, ...(await runningDemo(house)) }, words),
    command: 'npm run demo --',
    say,
  };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`demo: ${messageOf(error)}`);
  process.exitCode = 1;
}
