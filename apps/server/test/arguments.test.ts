import { describe, expect, test } from 'vitest';
import { parseArguments } from '../src/arguments.ts';
import { exitCodes } from '../src/exit-codes.ts';
import { exampleTable, run } from './support.ts';

describe('the command line', () => {
  test('says serve, all modules and all roles when it says nothing', () => {
    expect(parseArguments([])).toEqual({
      command: 'serve',
      targets: ['all'],
      role: 'all',
      roles: {},
      tableFile: undefined,
    });
  });

  test('names modules, a role and a command in any order', () => {
    expect(parseArguments(['--target=auth, platform', 'serve', '--role', 'worker'])).toMatchObject({
      command: 'serve',
      targets: ['auth', 'platform'],
      role: 'worker',
    });
    expect(parseArguments(['--target', 'auth', 'migrate', 'up']).command).toBe('migrate up');
  });

  test('gives some modules a role of their own', () => {
    expect(parseArguments(['--target', 'all,action-agent:http'])).toMatchObject({
      targets: ['all', 'action-agent'],
      role: 'all',
      roles: { 'action-agent': 'http' },
    });
    expect(parseArguments(['--target', 'all:worker, auth:http'])).toMatchObject({
      role: 'worker',
      roles: { all: 'worker', auth: 'http' },
    });
  });

  test.each([
    [['--target', 'auth:cron'], 'unknown role "cron"; expected one of all, http, worker'],
    [['--target', 'auth:http:worker'], '--target: "auth:http:worker" has more than one role'],
    [['migrate'], 'incomplete command "migrate"; expected one of migrate status, migrate up'],
    [['start'], 'unknown command "start"; expected one of serve, migrate status'],
    [['--role', 'cron'], 'unknown role "cron"; expected one of all, http, worker'],
    [['--targets', 'a'], 'unknown option --targets; expected one of --target, --role'],
    [['--target'], '--target needs a value'],
    [['--target', 'a', '--target', 'b'], '--target is given twice'],
    [['doctor', '--role', 'http'], '--role is for serve only'],
  ])('%j is refused with what there is', (argv, fault) => {
    expect(() => parseArguments(argv)).toThrow(fault);
  });
});

describe('the program', () => {
  test('tells all faults at once and exits 2', async () => {
    const { code, stdout, stderr } = await run(['migrat', '--foo', '--role', 'x'], {});
    expect(code).toBe(exitCodes.usage);
    expect(stdout).toBe('');
    expect(stderr).toContain('unknown command "migrat"');
    expect(stderr).toContain('unknown option --foo');
    expect(stderr).toContain('unknown role "x"');
  });

  test('has help that names every exit code, and a version', async () => {
    const help = await run(['--help'], {});
    expect(help.code).toBe(exitCodes.ok);
    for (const exitCode of Object.values(exitCodes)) expect(help.stdout).toMatch(new RegExp(`\\b${exitCode}\\b`));
    expect((await run(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('refuses a target that is not in the table, naming those that are', async () => {
    const { code, stderr } = await run(['--modules', exampleTable, '--target', 'exmaple'], {});
    expect(code).toBe(exitCodes.usage);
    expect(stderr).toContain('unknown module "exmaple"; expected one of example, all');
  });

  test('refuses to serve an empty table', async () => {
    const empty = new URL('empty-table.ts', import.meta.url).pathname;
    const { code, stderr } = await run(['serve', '--modules', empty], {});
    expect(code).toBe(exitCodes.usage);
    expect(stderr).toContain('the table of modules is empty');
  });

  test('refuses a table file that is missing or holds no modules', async () => {
    const missing = await run(['serve', '--modules', 'no/such/table.ts'], {});
    expect(missing).toMatchObject({ code: exitCodes.usage, stderr: expect.stringContaining('there is no file') });
    const other = await run(['serve', '--modules', new URL('../src/exit-codes.ts', import.meta.url).pathname], {});
    expect(other).toMatchObject({
      code: exitCodes.usage,
      stderr: expect.stringContaining('does not export `modules`'),
    });
  });
});
