import { exampleModule } from '@wheelhouse/example';
import { asOwner } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-codes.ts';
import { changedUrl, type Environment, exampleTable, type Ground, ground, run } from './support.ts';

let empty: Ground;
let asOwnerToo: Environment;

beforeAll(async () => {
  empty = await ground([exampleModule], 'empty');
  asOwnerToo = { ...empty.environment, MIGRATE_DATABASE_URL: empty.database.ownerUrl };
});
afterAll(() => empty.drop());

const migrate = (verb: 'status' | 'up', environment: Environment) =>
  run(['migrate', verb, '--modules', exampleTable], environment);

describe('migrating', () => {
  test('what is pending is shown, applied once, and then clean', async () => {
    const before = await migrate('status', empty.environment);
    expect(before.code).toBe(exitCodes.failed);
    expect(before.stdout).toMatch(/^schema +migration +state$/m);
    expect(before.stdout).toMatch(/^example +0001_notes +pending$/m);
    expect(before.stderr).toContain('Next step: wheelhouse migrate up');

    const up = await migrate('up', asOwnerToo);
    expect(up).toMatchObject({ code: exitCodes.ok, stdout: expect.stringMatching(/^\d+ migrations applied\n$/) });
    expect(await migrate('up', asOwnerToo)).toMatchObject({ code: exitCodes.ok, stdout: 'nothing was pending\n' });

    const after = await migrate('status', empty.environment);
    expect(after.code).toBe(exitCodes.ok);
    expect(after.stdout).toMatch(/^example +0001_notes +applied$/m);
    expect(after.stdout).not.toContain('pending');
  });

  test('a migration that was changed after it was applied is told', async () => {
    await migrate('up', asOwnerToo);
    const mark = (checksum: string) =>
      asOwner(empty.database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ checksum: string }>(
          `WITH old AS (SELECT checksum FROM example.migrations WHERE name = '0001_notes')
           UPDATE example.migrations SET checksum = $1 WHERE name = '0001_notes' RETURNING (SELECT checksum FROM old)`,
          [checksum],
        );
        return rows[0]?.checksum ?? '';
      });
    const good = await mark('another');
    const status = await migrate('status', empty.environment);
    const up = await migrate('up', asOwnerToo);
    await mark(good);
    expect(status.code).toBe(exitCodes.failed);
    expect(status.stdout).toMatch(/^example +0001_notes +changed$/m);
    expect(up.code).toBe(exitCodes.failed);
    expect(up.stderr).toContain('write a new migration instead');
  });

  test('up without the owner says what is missing and what to do', async () => {
    const { code, stderr } = await migrate('up', empty.environment);
    expect(code).toBe(exitCodes.configuration);
    expect(stderr).toContain('migrate up needs MIGRATE_DATABASE_URL');
    expect(stderr).toContain('Next step: set MIGRATE_DATABASE_URL=');
  });

  test('an unreachable database is told with the next step', async () => {
    const DATABASE_URL = changedUrl(empty.database.url, (url) => (url.pathname = '/no_such_database'));
    const { code, stderr } = await migrate('status', { ...empty.environment, DATABASE_URL });
    expect(code).toBe(exitCodes.failed);
    expect(stderr).toContain('database "no_such_database" does not exist');
    expect(stderr).toContain('Next step: create the database, or correct its name in DATABASE_URL');
  });
});
