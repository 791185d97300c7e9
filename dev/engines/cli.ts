import { engines } from './catalogue/index.ts';
import { kube, kube2 } from './clusters/cluster.ts';
import { withApi } from './clusters/engine-api.ts';
import { setFleetSize } from './clusters/fleet.ts';
import { composeHome, prepareCompose } from './commands/compose.ts';
import { down, reset } from './commands/down.ts';
import { environmentOf } from './commands/env.ts';
import { logs } from './commands/logs.ts';
import { statusOf, statusTable } from './commands/status.ts';
import { up } from './commands/up.ts';
import { defaultGroups, type Group, groups as allGroups } from './runtime/engine.ts';
import { messageOf } from './runtime/health.ts';
import { type Home, openHome } from './runtime/home.ts';
import { withLock } from './runtime/lock.ts';
import { commandLock } from './runtime/slots.ts';
import { ConsoleProgress, seconds } from './runtime/progress.ts';

const usage = `npm run engines -- COMMAND [names]

  up [names]       install what is missing, start, wait until healthy
  down [names]     stop, with all that needs them
  status [names]   what is true now (--json for programs); exit 1 unless all named are healthy
  reset [names]    stop and delete their data; without names everything of this clone
  logs [names]     the last lines of their logs (--follow)
  env              settings that reach them, NAME=value
  compose          from now on have docker run them, by dev/compose.yml: writes what it mounts
  nodes N [kube2]  make the KWOK fleet of the first (or second) cluster N nodes large

names: ${allGroups.join(', ')}
without names: ${defaultGroups.join(', ')}; down, reset, logs and status: all that exist`;

interface Call {
  readonly names: readonly string[];
  readonly options: ReadonlySet<string>;
}

const commands: Readonly<Record<string, (home: Home, call: Call) => Promise<number>>> = {
  up: (home, call) => exclusively(home, () => runUp(home, groupsOf(call.names, defaultGroups))),
  down: (home, call) =>
    exclusively(home, async () => {
      await withProgress((progress) => down(home, groupsOf(call.names, allGroups), progress));
      return 0;
    }),
  reset: (home, call) =>
    exclusively(home, async () => {
      await withProgress((progress) => reset(home, groupsOf(call.names, allGroups), progress));
      return 0;
    }),
  status: runStatus,
  logs: async (home, call) => {
    await logs(home, groupsOf(call.names, allGroups), call.options.has('--follow'));
    return 0;
  },
  nodes: runNodes,
  compose: async (home) => {
    await prepareCompose(await composeHome(home));
    console.log('The engines of this clone are now those of dev/compose.yml. Next: npm run engines -- up');
    return 0;
  },
  env: async (home) => {
    for (const [name, value] of Object.entries(await environmentOf(home))) console.log(`${name}=${value}`);
    return 0;
  },
};

function groupsOf(names: readonly string[], otherwise: readonly Group[]): readonly Group[] {
  if (names.length === 0) return otherwise;
  return names.map((name) => {
    const group = allGroups.find((known) => known === name) ?? engines.find((engine) => engine.name === name)?.group;
    if (group === undefined) throw new Error(`there is no engine "${name}"; there are ${allGroups.join(', ')}`);
    return group;
  });
}

async function exclusively(home: Home, work: () => Promise<number>): Promise<number> {
  // Not in the folder: `reset` removes the folder while it holds the lock.
  return withLock(
    commandLock(home),
    () => console.log('another engines command is at work in this clone; waiting for it'),
    work,
  );
}

async function withProgress<T>(work: (progress: ConsoleProgress) => Promise<T>): Promise<T> {
  const progress = new ConsoleProgress((line) => console.log(line));
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

async function runUp(home: Home, groups: readonly Group[]): Promise<number> {
  const began = performance.now();
  const results = await withProgress((progress) => up(home, groups, progress));
  console.log('');
  for (const { engine, outcome, milliseconds, reason } of results) {
    console.log(`${engine.name.padEnd(26)} ${outcome.padEnd(12)} ${seconds(milliseconds).padStart(7)}`);
    if (outcome === 'impossible') console.log(`    cannot run on this machine: ${reason}`);
  }
  const failed = results.filter((result) => result.outcome === 'failed');
  for (const [reason, names] of Map.groupBy(failed, (result) => result.reason)) {
    console.error(`\n${names.map(({ engine }) => engine.name).join(', ')} failed: ${reason}`);
  }
  const all = seconds(performance.now() - began);
  console.log(
    failed.length === 0
      ? `\nup in ${all}. Next: npm run engines -- env`
      : `\n${failed.length} of ${results.length} failed after ${all}`,
  );
  return failed.length === 0 ? 0 : 1;
}

async function runStatus(home: Home, call: Call): Promise<number> {
  const rows = await statusOf(home, groupsOf(call.names, allGroups));
  const named = groupsOf(call.names, defaultGroups);
  console.log(call.options.has('--json') ? JSON.stringify(rows, null, 2) : statusTable(rows));
  return rows.every((row) => row.health.state === 'healthy' || !named.includes(row.group)) ? 0 : 1;
}

async function runNodes(home: Home, call: Call): Promise<number> {
  const [count = '', clusterName = 'kube'] = call.names;
  const cluster = [kube, kube2].find(({ name }) => name === clusterName);
  if (!/^\d{1,4}$/.test(count) || cluster === undefined)
    throw new Error('usage: npm run engines -- nodes N [kube|kube2], N from 0 to 9999');
  await withProgress((progress) =>
    withApi(home, cluster, (api) => setFleetSize(api, Number(count), (text) => progress.note('nodes', text))),
  );
  console.log(`${cluster.name} has ${count} KWOK nodes, all Ready`);
  return 0;
}

async function main(argv: readonly string[]): Promise<number> {
  const [command = '', ...rest] = argv;
  const act = commands[command];
  if (act === undefined) {
    console.log(usage);
    return command === '' || command === 'help' || command === '--help' ? 0 : 2;
  }
  const options = new Set(rest.filter((word) => word.startsWith('--')));
  return act(await openHome(), { names: rest.filter((word) => !word.startsWith('--')), options });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`engines: ${messageOf(error)}`);
  process.exitCode = 1;
}
