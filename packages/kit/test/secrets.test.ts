import { randomBytes, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { asOwner, eventually, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrationSets } from '../src/db/migrate.ts';
import { openKeyring, SealedSecretError, secretsKeys } from '../src/secrets.ts';
import { rewrap, type SealedColumn } from '../src/secrets-rewrap.ts';
import { readSettings } from '../src/settings.ts';

const oldKey = `old:${randomBytes(32).toString('base64')}`;
const newKey = `new:${randomBytes(32).toString('base64')}`;
const before = openKeyring(oldKey);
const after = openKeyring(`${newKey},${oldKey}`);
const place = { tenantId: randomUUID(), table: 'vault.secrets', rowId: randomUUID() };

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail');
}

describe('sealing', () => {
  test('any text comes back from its own place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 5_000 }), (secret) => {
        expect(before.open(place, before.seal(place, secret))).toBe(secret);
      }),
    );
  });

  test('half a character is refused, because it would come back as another', () => {
    expect(() => before.seal(place, '\ud800')).toThrow('not valid Unicode');
  });

  test('the stored text names version and key, and never repeats', () => {
    const sealed = before.seal(place, 'swordfish');
    expect(sealed).toMatch(/^v1\.old\.[\w-]{50}$/);
    expect(sealed).not.toContain(Buffer.from('swordfish').toString('base64url').slice(0, 8));
    expect(before.seal(place, 'swordfish')).not.toBe(sealed);
  });

  test.for([
    ['tenant', { ...place, tenantId: randomUUID() }],
    ['table', { ...place, table: 'vault.others' }],
    ['row', { ...place, rowId: randomUUID() }],
    ['column', { ...place, column: 'second' }],
  ] as const)('a value moved to another %s does not open', ([, elsewhere]) => {
    const sealed = before.seal(place, 'swordfish');
    expect(() => before.open(elsewhere, sealed)).toThrow('belongs to another row');
  });

  test('places that only look alike when strung together are different places', () => {
    const one = { ...place, rowId: 'a","b' };
    expect(() => before.open({ ...place, rowId: 'a' }, before.seal(one, 'x'))).toThrow(SealedSecretError);
  });

  test('an id opens in whatever case the caller writes it', () => {
    const sealed = before.seal({ ...place, rowId: place.rowId.toUpperCase() }, 'swordfish');
    expect(before.open({ ...place, tenantId: place.tenantId.toUpperCase() }, sealed)).toBe('swordfish');
  });

  test.for([
    ['a tenant', { ...place, tenantId: '' }],
    ['a schema', { ...place, table: 'secrets' }],
    ['a row', { ...place, rowId: '' }],
  ] as const)('a place without %s is a mistake of ours', ([, nowhere]) => {
    expect(() => before.seal(nowhere, 'x')).toThrow(/sealed secret/);
    expect(() => before.open(nowhere, before.seal(place, 'x'))).toThrow(/sealed secret/);
  });

  test('no bit of a stored value can be changed', () => {
    const sealed = before.seal(place, 'swordfish');
    const bytes = Buffer.from(sealed.slice('v1.old.'.length), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => before.open(place, `v1.old.${altered.toString('base64url')}`)).toThrow('was altered');
    }
  });
});

describe('signing', () => {
  test('a mac is good for its text and purpose alone, also under a later key', () => {
    const mac = before.mac('chain', 'text');
    expect(mac).toMatch(/^old\.[\w-]{43}$/);
    expect(before.mac('chain', 'text')).toBe(mac);
    for (const ring of [before, after]) {
      expect(ring.isMac('chain', 'text', mac)).toBe(true);
      expect(ring.isMac('chain', 'Text', mac)).toBe(false);
      expect(ring.isMac('other', 'text', mac)).toBe(false);
    }
    expect(after.mac('chain', 'text')).toMatch(/^new\./);
  });

  test('a mac of a key that is not there is not checked, and a mangled one is none', () => {
    const mac = after.mac('chain', 'text');
    expect([before.canCheck(mac), before.isMac('chain', 'text', mac)]).toEqual([false, false]);
    expect(after.canCheck(mac)).toBe(true);
    for (const mangled of ['', 'new', mac.slice(0, -1), `${mac}A`, mac.replace('new', 'old')])
      expect(after.isMac('chain', 'text', mangled)).toBe(false);
    // The last character carries two bits that decoding ignores.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = alphabet.charAt(alphabet.indexOf(mac.slice(-1)) ^ 1);
    expect(after.isMac('chain', 'text', mac.slice(0, -1) + twin)).toBe(false);
  });
});

describe('what does not open says what to do', () => {
  test('an unknown key is named, with the next step', () => {
    const sealed = before.seal(place, 'swordfish');
    const error = errorOf(() => openKeyring(newKey).open(place, sealed));
    expect(error.message).toContain('sealed with the key "old", which is not in SECRETS_KEYS (new): add old:base64');
  });

  test('another key under the same id is thought of', () => {
    const other = openKeyring(`old:${randomBytes(32).toString('base64')}`);
    expect(() => other.open(place, before.seal(place, 'x'))).toThrow('a different key under that id');
  });

  test.for(['swordfish', 'v2.old.abc', 'v1.old.', 'v1.old.abc', 'v1.a b.abc'])(
    '"%s" is not a sealed secret, and is not repeated',
    (stored) => {
      const error = errorOf(() => before.open(place, stored));
      expect(error).toBeInstanceOf(SealedSecretError);
      expect(error.message).toContain('set the secret again');
      expect(error.message).not.toContain(stored);
    },
  );

  test('no error and no printed keyring holds a secret or a key', () => {
    const sealed = before.seal(place, 'swordfish');
    const errors = [
      errorOf(() => openKeyring(newKey).open(place, sealed)),
      errorOf(() => before.open({ ...place, rowId: 'other' }, sealed)),
      errorOf(() => before.open(place, sealed.slice(0, -3))),
    ];
    const shown = inspect([after, ...errors], { depth: 9, showHidden: true }) + JSON.stringify(after);
    for (const secret of ['swordfish', oldKey.slice(4, 20), newKey.slice(4, 20)]) expect(shown).not.toContain(secret);
  });
});

describe('the keyring', () => {
  test('the first key seals, all open, and only the first is current', () => {
    const sealed = before.seal(place, 'swordfish');
    expect(after.open(place, sealed)).toBe('swordfish');
    expect(after.isCurrent(sealed)).toBe(false);
    expect(after.isCurrent(after.seal(place, 'swordfish'))).toBe(true);
    expect(before.isCurrent(sealed)).toBe(true);
  });

  test('spaces and line ends around entries do not matter', () => {
    const sealed = before.seal(place, 'x');
    expect(openKeyring(` ${newKey} ,\n${oldKey}\n`).open(place, sealed)).toBe('x');
  });

  const key = randomBytes(32).toString('base64');
  test.for([
    ['nothing', '', ['entry 1 has no id']],
    ['a key alone', key, ['entry 1 has no id']],
    ['the key in front', `${key}:k1`, ['entry 1 has no id']],
    ['a dot in the id', `k.1:${key}`, ['entry 1 has no id']],
    ['a second colon', `k1:${key}:${key}`, ['entry 1 has no id']],
    ['a comma at the end', `k1:${key},`, ['entry 2 has no id']],
    ['an id alone', 'k1:', ['entry 1 is not 32 bytes in base64']],
    ['a short key', `k1:${key.slice(0, -4)}`, ['entry 1 is not 32 bytes in base64']],
    ['a key cut by one character', `k1:${key.slice(0, -1)}`, ['entry 1 is not 32 bytes in base64']],
    [
      'a key in hex',
      `k1:${randomBytes(32).toString('hex')}`,
      ['entry 1 is not 32 bytes in base64 (generate a key with openssl rand'],
    ],
    ['an id twice', `${oldKey},old:${key}`, ['entry 2 repeats the id of an earlier entry']],
    ['a key twice', `a:${key},b:${key}`, ['entry 2 repeats the key of an earlier entry']],
    ['two faults', `${key},k2:abc,k3:${key}`, ['entry 1 has no id', 'entry 2 is not 32 bytes']],
  ] as const)('%s is refused: every fault is told, no key is shown', ([, setting, faults]) => {
    const { message } = errorOf(() => openKeyring(setting));
    expect(message).toMatch(/^SECRETS_KEYS must be id:base64/);
    for (const fault of faults) expect(message).toContain(fault);
    expect(message).not.toContain(key.slice(0, 12));
  });

  test('as a setting it is required, and its name stands before its faults once', () => {
    const table = { SECRETS_KEYS: secretsKeys };
    expect(readSettings(table, { SECRETS_KEYS: oldKey }).SECRETS_KEYS.currentPrefix).toBe('v1.old.');
    expect(() => readSettings(table, {})).toThrow('SECRETS_KEYS is missing');
    expect(() => readSettings(table, { SECRETS_KEYS: 'x' })).toThrow('  SECRETS_KEYS must be id:base64');
  });
});

describe('rewrap', () => {
  const column: SealedColumn = {
    schema: 'vault',
    table: 'secrets',
    tenantColumn: 'tenant_id',
    idColumn: 'id',
    column: 'sealed',
  };
  let database: TestDatabase;

  const owner = <T>(work: (client: pg.Client) => Promise<T>) => asOwner(database.ownerUrl, work);
  const run = (batch?: number) => owner((client) => rewrap(client, after, [column], batch));

  beforeAll(async () => {
    database = await testDatabase(migrationSets([]));
    await owner(async (client) => {
      await client.query(`SELECT set_config('kit.app_role', $1, false)`, [new URL(database.url).username]);
      await client.query('CREATE SCHEMA vault');
      await client.query(`GRANT USAGE ON SCHEMA vault TO ${pg.escapeIdentifier(new URL(database.url).username)}`);
      await client.query(
        'CREATE TABLE vault.secrets (tenant_id uuid NOT NULL, id uuid NOT NULL, sealed text, PRIMARY KEY (tenant_id, id))',
      );
      await client.query(`SELECT kit.tenant_table('vault.secrets')`);
    });
  });
  afterAll(() => database.drop());
  beforeEach(() => owner((client) => client.query('TRUNCATE vault.secrets')));

  interface Stored {
    readonly tenant_id: string;
    readonly id: string;
    readonly sealed: string;
  }
  const placeOf = ({ tenant_id: tenantId, id: rowId }: Stored) => ({ tenantId, table: 'vault.secrets', rowId });

  async function put(sealed: (row: Stored) => string | null): Promise<Stored> {
    const row = { tenant_id: randomUUID(), id: randomUUID(), sealed: '' };
    const stored = { ...row, sealed: sealed(row) as string };
    await owner((client) =>
      client.query('INSERT INTO vault.secrets VALUES ($1, $2, $3)', [stored.tenant_id, stored.id, stored.sealed]),
    );
    return stored;
  }
  const all = () =>
    owner(async (client) => (await client.query<Stored>('SELECT * FROM vault.secrets ORDER BY tenant_id, id')).rows);

  test('what older keys sealed is sealed with the first; the rest is not touched', async () => {
    for (let index = 0; index < 11; index += 1) await put((row) => before.seal(placeOf(row), `secret ${row.id}`));
    const current = await put((row) => after.seal(placeOf(row), `secret ${row.id}`));
    const none = await put(() => null);

    const counts = { rewrapped: 11, overtaken: 0, failed: 0, faults: [], left: 0 };
    expect(await run(3)).toEqual([{ column: 'vault.secrets.sealed', ...counts }]);

    const rows = await all();
    const alone = openKeyring(newKey);
    for (const row of rows.filter(({ id }) => id !== none.id))
      expect(alone.open(placeOf(row), row.sealed)).toBe(`secret ${row.id}`);
    expect(rows).toContainEqual(current);
    expect(rows).toContainEqual(none);
    expect(await run(3)).toMatchObject([{ rewrapped: 0, left: 0 }]);
  });

  test('rows that do not open are counted, told of and passed by', async () => {
    const lost = openKeyring(`lost:${randomBytes(32).toString('base64')}`);
    for (let index = 0; index < 3; index += 1) await put((row) => before.seal(placeOf(row), 'good'));
    const unknown = await put((row) => lost.seal(placeOf(row), 'swordfish'));
    const plain = await put(() => 'swordfish');

    const [count] = await run(1);
    expect(count).toMatchObject({ rewrapped: 3, overtaken: 0, failed: 2, left: 2 });
    expect(count?.faults).toHaveLength(2);
    expect(count?.faults.join()).toContain(
      `${unknown.id} of tenant ${unknown.tenant_id} is sealed with the key "lost"`,
    );
    expect(count?.faults.join()).not.toContain('swordfish');
    expect(await all()).toEqual(expect.arrayContaining([unknown, plain]));
  });

  /** Holds a row's lock as a request that changes the secret would, while rewrap arrives at it. */
  async function whileHeld(row: Stored, sealed: string, meanwhile: (client: pg.Client) => Promise<void>) {
    await owner(async (client) => {
      await client.query('BEGIN');
      await client.query('UPDATE vault.secrets SET sealed = $2 WHERE id = $1', [row.id, sealed]);
      await meanwhile(client);
    });
  }

  const waiting = () =>
    owner((client) =>
      eventually(async () => {
        const { rows } = await client.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
        return rows[0]?.pid;
      }),
    );

  test('a change made meanwhile is never overwritten', async () => {
    const row = await put((made) => before.seal(placeOf(made), 'first'));
    const changed = before.seal(placeOf(row), 'second');
    let counts: Promise<unknown> = Promise.resolve();
    await whileHeld(row, changed, async (client) => {
      counts = run();
      await waiting();
      await client.query('COMMIT');
    });
    expect(await counts).toMatchObject([{ rewrapped: 0, overtaken: 1, failed: 0, left: 1 }]);
    expect(await all()).toEqual([{ ...row, sealed: changed }]);
    // Written by a process that does not have the new key yet: the next run takes it.
    expect(await run()).toMatchObject([{ rewrapped: 1, left: 0 }]);
    expect((await all()).map((now) => after.open(placeOf(now), now.sealed))).toEqual(['second']);
  });

  test('a run that is cut off keeps what it did, and the next one does the rest', async () => {
    for (let index = 0; index < 7; index += 1) await put((made) => before.seal(placeOf(made), 'kept'));
    const fifth = (await all())[4];
    if (fifth === undefined) throw new Error('seven rows were written');
    await whileHeld(fifth, fifth.sealed, async (client) => {
      const cutOff = new pg.Client({ connectionString: database.ownerUrl });
      cutOff.on('error', () => undefined);
      await cutOff.connect();
      const ended = rewrap(cutOff, after, [column], 2).catch(String);
      await client.query('SELECT pg_terminate_backend($1)', [await waiting()]);
      expect(await ended).toContain('terminating connection');
      await client.query('ROLLBACK');
    });
    expect((await all()).filter(({ sealed }) => after.isCurrent(sealed))).toHaveLength(4);
    expect(await run(2)).toMatchObject([{ rewrapped: 3, left: 0 }]);
    expect((await all()).map((row) => after.open(placeOf(row), row.sealed))).toEqual(Array(7).fill('kept'));
  });

  test('a role that sees one tenant at a time is refused, before anything is changed', async () => {
    await put((row) => before.seal(placeOf(row), 'x'));
    await asOwner(database.url, (client) =>
      expect(rewrap(client, after, [column])).rejects.toThrow('MIGRATE_DATABASE_URL'),
    );
    const missing = { ...column, table: 'nothing' };
    await owner((client) =>
      expect(rewrap(client, after, [column, missing])).rejects.toThrow('there is no table vault.nothing'),
    );
    expect((await all()).filter(({ sealed }) => after.isCurrent(sealed))).toEqual([]);
  });
});
