import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { exampleModule } from '@wheelhouse/example';
import { engineSetting, moduleDatabase, testVhost } from '@wheelhouse/testkit';
import { openGatewayProcesses } from './gateway-house/open.ts';
import { manyTokens } from './gateway-house/tokens.ts';
import { Pair, restartUnderLoad } from './module-faults/drain.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: { rounds: 1, clients: 4 }, full: { rounds: 8, clients: 16 } };
const table = join(import.meta.dirname, 'fixtures/gateway-table.ts');

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const [database, vhost] = await Promise.all([moduleDatabase([authModule, exampleModule]), testVhost()]);
    closing.push(database.drop, vhost.drop);
    const pair = await Pair.on({ DATABASE_URL: database.url, RABBITMQ_URL: vhost.url });
    closing.push(() => pair.stop());
    const house = await openGatewayProcesses({
      database,
      table,
      gateways: 1,
      rabbitmqUrl: vhost.url,
      valkeyUrl: engineSetting('VALKEY_URL'),
      environment: { EXAMPLE_URL: pair.urls, BUDGET_PERSONAL: '1000000' },
    });
    closing.push(house.stop);
    const [gateway] = house.gateways;
    if (gateway === undefined) throw new Error('there is no gateway');
    const tenant = await house.tenant();
    const [token = ''] = await manyTokens(house.db, tenant, 1);
    await Promise.all(pair.ports.map((port) => pair.start(port, house.auth.address)));
    const drained = await restartUnderLoad({
      ...size,
      pair,
      authUrl: house.auth.address,
      door: gateway.address,
      token,
      say,
    });
    for (const [fault, count] of drained.faults) say(`${count} × ${fault}`);
    const written = await house.db.tenant(tenant.id, (db) =>
      db.query<{ count: string }>('SELECT count(*) FROM example.notes'),
    );

    const rows = Number(written[0]?.count);
    const failed = [...drained.faults.values()].reduce((sum, count) => sum + count, 0);
    return verdictOf(
      {
        'restarts lose no request': failed === 0 && drained.sent > 100,
        'a kill loses some': drained.killed > 0,
        'nothing is written twice': rows >= drained.written && rows <= drained.written + drained.killed,
      },
      `${drained.restarts} restarts: failed ${failed} of ${drained.sent}, ${rows} rows of ${drained.written} writes; killed instead ${drained.killed} failed`,
    );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

export const proof: Proof = {
  promise: 'A module that is restarted loses no request, and nothing is written twice.',
  method:
    'two processes of the example module behind a gateway, restarted in turn under reads and writes of clients who never repeat a request',
  bar: 'requests lost in restarts 0, a kill some; nothing written twice',
  run,
};
