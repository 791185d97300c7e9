import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { engineSetting, moduleDatabase } from '@wheelhouse/testkit';
import { ownValkey } from '../services/gateway/test/own-valkey.ts';
import { admittedAlone } from './budget/alone.ts';
import { judge, toldOf } from './budget/judge.ts';
import { type Offered, offer, type Stage } from './budget/offer.ts';
import { sizes } from './budget/plan.ts';
import { ReturnWatch } from './budget/returns.ts';
import { openGatewayProcesses } from './gateway-house/open.ts';
import { manyTokens } from './gateway-house/tokens.ts';
import type { Proof, ProofContext, Verdict } from './runner/proof.ts';

const gateways = 4;
/** More than any token is offered: who has so much is never refused. */
const endless = 1_000_000;
const here = (file: string) => join(import.meta.dirname, file);

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const [valkey, database] = await Promise.all([ownValkey(), moduleDatabase([authModule])]);
  const generator = fork(here('budget/load.ts'));
  const returns = new ReturnWatch(valkey);
  const closing: (() => Promise<void>)[] = [];
  try {
    const [port] = (await once(generator, 'message')) as [number];
    const house = await openGatewayProcesses({
      database,
      table: here('gateway-cost/table.ts'),
      gateways,
      rabbitmqUrl: engineSetting('RABBITMQ_URL'),
      valkeyUrl: valkey.url,
      environment: {
        BARE_URL: `http://127.0.0.1:${port}`,
        BUDGET_SERVICE_ACCOUNT: String(size.limit),
        BUDGET_PERSONAL: String(endless),
        BUDGET_ANONYMOUS: '1',
        LOG_LEVEL: 'fatal',
      },
    });
    closing.push(house.stop);
    const [control = ''] = await manyTokens(house.db, await house.tenant(), 1);
    const alone = await admittedAlone(gateways, size.limit);
    say(`${gateways} counters that share nothing let in ${alone} of a budget of ${size.limit}`);

    const stage: Stage = { generator, valkey, returns, ports: house.gateways.map((gateway) => gateway.port), control };
    await offer(stage, { name: 'warm-up', seconds: 1.5 }, size);
    await returns.begin();
    const runs: Offered[] = [];
    for (const one of size.runs) {
      const offered = await offer(stage, one, size);
      runs.push(offered);
      say(toldOf(offered, size.limit));
    }
    const free = runs.flatMap((one) => one.control);
    return judge(
      runs,
      size,
      {
        'who has no limit is admitted twice as much': free.some(({ admitted }) => admitted >= 1.9 * size.limit),
        'and always admitted': free.every(({ admitted, offered }) => admitted === offered),
        'counters that share nothing admit four times as much': alone === gateways * size.limit,
      },
      say,
    );
  } finally {
    returns.end();
    for (const close of closing) await close();
    generator.kill('SIGKILL');
    await database.drop();
    await valkey.remove();
  }
}

export const proof: Proof = {
  promise:
    'A budget is exact however many gateways count it; without Valkey nobody waits for it, and nobody gets more than a tenth too much.',
  method:
    'tokens offered twice their budget in volleys of two requests to each of 4 gateway processes; admitted per token and window as the answers name it; Valkey killed and SIGSTOPped, within a window and over its edge; what a request waits for Valkey is what it takes beyond the time in which its gateway did not even answer what needs no Valkey, less what that is without an outage. Quick: 10 tokens of 120 requests instead of 50 of 600, in parts of windows, fresh tokens for each part; no edge, and no return after the kill',
  bar: '99 to 101 % admitted in every window in which Valkey was there, also the next after an outage, and Remaining never rises; in the others ≤ 110 %, and as one gateway tells it Remaining never rises; no wait > 50 ms for it; the controls, a token without limit and counters that share nothing, are admitted 200 and 400 %',
  run,
};
