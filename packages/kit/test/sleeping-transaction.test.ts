import { randomUUID } from 'node:crypto';
import { eventually, moduleDatabase } from '@wheelhouse/testkit';
import { expect, test } from 'vitest';
import { makeLog, openDatabase, stillHolds, takeLease } from '../src/index.ts';
import { wordsModule } from './fixtures/words-module.ts';

test('whoever falls asleep in a transaction keeps others waiting for seconds only, and is told when it wakes', async () => {
  const own = await moduleDatabase([wordsModule()]);
  const log = makeLog({ level: 'fatal' });
  const [sleeper, other] = ['sleeper', 'other'].map((applicationName) =>
    openDatabase({ url: own.url, connections: 2, applicationName, log }),
  );
  if (sleeper === undefined || other === undefined) throw new Error('two were opened');
  const target = randomUUID();
  const lease = await other.system((db) => takeLease(db, 'words', target, 'somebody', 60));
  if (lease === undefined) throw new Error('nobody else has it');
  const asleep = Promise.withResolvers<void>();
  const sleeping = sleeper.system(async (db) => {
    await stillHolds(db, 'words', lease);
    asleep.resolve();
    // Not a word until another has had its lock.
    await other.system((its) => stillHolds(its, 'words', lease));
    await db.query('SELECT 1');
  });
  await asleep.promise;
  await expect(sleeping).rejects.toThrow(/connection/i);
  await eventually(() => sleeper.system((db) => db.query('SELECT 1')));
  await Promise.all([sleeper.end(), other.end()]);
  await own.drop();
});
