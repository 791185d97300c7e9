import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../src/clock.ts';
import type { AuditRecord } from '../src/http/audit.ts';
import type { Principal } from '../src/http/principal.ts';
import { RefusalLedger } from '../src/http/refusal-ledger.ts';
import { makeLog } from '../src/log.ts';

const anna: Principal = {
  kind: 'user',
  id: randomUUID(),
  tenantId: randomUUID(),
  cell: 'default',
  credentialId: randomUUID(),
  scopes: new Set(),
  purpose: undefined,
  clusterIds: undefined,
  cloudspaceIds: undefined,
  revocationsSeen: 0,
  longLived: false,
};

function ledger() {
  const state = { written: [] as AuditRecord[], down: false };
  const refusals = new RefusalLedger({
    write: (told) => {
      if (state.down) return Promise.resolve(told);
      state.written.push(...told.map(({ record }) => record));
      return Promise.resolve([]);
    },
    clock: systemClock,
    log: makeLog({ level: 'silent' }),
  });
  onTestFinished(() => refusals.end());
  const refuse = (code = 'forbidden', who = anna) => refusals.add(who, 'GET /x', code, '192.0.2.1', 'request-1');
  return { state, refusals, refuse };
}

test('refusals of one kind are one entry with their number', async () => {
  const { state, refusals, refuse } = ledger();
  for (let index = 0; index < 5; index += 1) refuse();
  refuse('not_found');
  await refusals.flush();
  await refusals.flush();
  expect(state.written.map(({ result, count }) => [result, count])).toEqual([
    ['forbidden', 5],
    ['not_found', 1],
  ]);
});

test('what could not be written is kept and counted on', async () => {
  const { state, refusals, refuse } = ledger();
  refuse();
  state.down = true;
  await refusals.flush();
  refuse();
  state.down = false;
  await refusals.end();
  expect(state.written).toMatchObject([{ result: 'forbidden', count: 2 }]);
});

test("modules' own calls are not a tenant's business", async () => {
  const { state, refusals, refuse } = ledger();
  refuse('forbidden', { ...anna, kind: 'module' });
  await refusals.flush();
  expect(state.written).toEqual([]);
});
