import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually, freePort, type TestDatabase, testDatabase, type TestVhost, testVhost } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheDir } from '../engines/runtime/cache.ts';
import { homeDir } from '../engines/runtime/home.ts';

/**
 * docs/guides/write-a-module.md, walked from top to bottom in a copy of the repository: every command of
 * its console blocks is run, in order, and what it shows of their output must come out. So the guide
 * cannot say what does not work.
 */
const repository = join(import.meta.dirname, '../..');
const guide = readFileSync(join(repository, 'docs/guides/write-a-module.md'), 'utf8');

/** What is not run, and why. */
const notRun: Readonly<Record<string, string>> = {
  'npm install && npm run lock': 'changes what is installed, and asks a registry',
};
/** The whole repository is checked anyway; here the new module alone, so that this takes no longer as the house grows. */
const runInstead: Readonly<Record<string, readonly string[]>> = {
  'npm run check': [
    `echo '{ "extends": "./tsconfig.json", "include": ["services/cost-report"] }' > one.json && npx tsc --project one.json`,
    'npx oxlint --type-aware --deny-warnings services/cost-report',
    'npx biome format services/cost-report',
    'npx depcruise --config .dependency-cruiser.js services/cost-report',
  ],
};
const serving = 'node apps/server/src/main.ts serve --modules my-table.ts';

interface Command {
  readonly line: string;
  /** What the guide shows below it; … stands for anything. */
  readonly shown: readonly string[];
}

function blocks(language: string): readonly string[] {
  return [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );
}

function commandsOf(block: string): readonly Command[] {
  return block.split(/^\$ /m).flatMap((text) => {
    const [line = '', ...shown] = text.trimEnd().split('\n');
    return line === '' ? [] : [{ line, shown: shown.map((each) => each.trim()) }];
  });
}

const commands = blocks('console').flatMap(commandsOf);
/** Up to where it is run by hand; what stands there twice is run once. */
const toRun = commands
  .slice(
    0,
    commands.findIndex(({ line }) => line.startsWith('eval ')),
  )
  .filter(({ line }, at, all) => !Object.hasOwn(notRun, line) && all.findIndex((one) => one.line === line) === at)
  .flatMap((command) => runInstead[command.line]?.map((line) => ({ line, shown: [] })) ?? [command])
  .map((command) => [command.line, command] as const);

let copy: string;
let database: TestDatabase;
let vhost: TestVhost;
let own: Readonly<Record<string, string>>;

beforeAll(async () => {
  copy = copyOfRepository();
  database = await testDatabase([]);
  vhost = await testVhost();
  own = {
    DATABASE_URL: database.url,
    MIGRATE_DATABASE_URL: database.ownerUrl,
    RABBITMQ_URL: vhost.url,
    COST_REPORT_PORT: String(await freePort()),
    DRAIN_SECONDS: '0',
  };
});
afterAll(async () => {
  await vhost.drop();
  await database.drop();
  rmSync(copy, { recursive: true, force: true });
});

/** With the packages of this one, except that the house's own lead into the copy. */
function copyOfRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\n').filter((path) => path !== '')) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(repository, file), join(folder, file));
  }
  const [theirs, ours] = [join(repository, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(ours);
  for (const name of readdirSync(theirs))
    if (name === '@wheelhouse')
      cpSync(join(theirs, name), join(ours, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(theirs, name), join(ours, name));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

interface Shell {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly stop: () => void;
}

/** A shell of one's own in the copy, as a person has it: nothing of this test runner in its environment. */
function shell(script: string): Shell {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', ['-e', '-c', script], {
    cwd: copy,
    env: { PATH, HOME, ENGINES_HOME: homeDir(), WHEELHOUSE_CACHE: cacheDir, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return {
    output: () => output,
    ended: new Promise((resolve) => child.once('close', resolve)),
    stop: () => process.kill(-(child.pid ?? 0), 'SIGTERM'),
  };
}

async function run(command: Command): Promise<void> {
  const { ended, output } = shell(command.line);
  const code = await ended;
  expect(code, `$ ${command.line}\n${output()}`).toBe(0);
  for (const line of command.shown.filter((each) => each !== '…')) expect(output()).toContain(line);
}

test('every command of the guide is run, or it is said why not', () => {
  const lines = commands.map(({ line }) => line);
  expect(lines.length).toBeGreaterThan(8);
  for (const line of [...Object.keys(notRun), ...Object.keys(runInstead), serving]) expect(lines).toContain(line);
});

// A test each: together they are some twenty programs, compilers among them, and share one limit of time badly.
describe('its commands work, in its order', () => {
  beforeAll(() => {
    const table = blocks('ts').find((text) => text.includes('export const modules'));
    writeFileSync(join(copy, 'my-table.ts'), table ?? '');
  });

  test.each(toRun)('$ %s', async (line, command) => {
    await run(command);
    // Its tables, as soon as there is a module to have them.
    if (!line.startsWith('npm run new-module')) return;
    const sql = blocks('sql');
    expect(sql.length).toBeGreaterThan(0);
    writeFileSync(join(copy, 'services/cost-report/migrations/0009_guide.sql'), sql.join('\n'));
  });
});

test('the module it has made serves, by hand', async () => {
  const block = blocks('console').find((text) => text.includes(serving)) ?? '';
  // After `eval`, which names the database everybody works with: what this test leaves must be its own.
  const mine = Object.entries(own).map(([name, value]) => `export ${name}='${value}'`);
  const lines = commandsOf(block).flatMap(({ line }) => (line.startsWith('eval ') ? [line, ...mine] : [line]));
  const { output, ended, stop } = shell(lines.join('\n'));
  const ready = async () => {
    expect(output()).toContain('"msg":"listening"');
    const answer = await fetch(`http://127.0.0.1:${own['COST_REPORT_PORT']}/readyz`);
    expect(await answer.json()).toMatchObject({ status: 'ready', dependencies: { partitions: 'ok', rabbitmq: 'ok' } });
  };
  await eventually(ready);
  stop();
  await ended;
  expect(output()).toContain('"msg":"stopped"');
});
