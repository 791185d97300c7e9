import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { engineSetting, eventually, moduleDatabase } from '@wheelhouse/testkit';
import { ownValkey } from '../services/gateway/test/own-valkey.ts';
import { admittedAlone } from './budget/alone.ts';
import { isWhole, judge, leastOffered, toldOf } from './budget/judge.ts';
import { type Offered, offer, type Stage } from './budget/offer.ts';
import { type Size, sizes } from './budget/plan.ts';
import { openGatewayProcesses } from './gateway-house/open.ts';
import { manyTokens } from './gateway-house/tokens.ts';
import type { Proof, ProofContext, Verdict } from './runner/proof.ts';

const gateways = 4;
/** More than any token is offered: who has so much is never refused. */
const endless = 1_000_000;
/**
 * Little, so that the watches have soon spent theirs and are answered from memory; yet what all tokens are new with, at
 * once and at one gateway by its share, or those are refused as made up.
 */
const strangers = ({ tokens }: Size): number => gateways * 2 * (tokens + 1);
const here = (file: string) => join(import.meta.dirname, file);

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const [valkey, database] = await Promise.all([ownValkey(), moduleDatabase([authModule])]);
  const generator = fork(here('budget/load.ts'));
  const closing: (() => Promise<void>)[] = [];
  try {
    const [port] = (await once(generator, 'message')) as [number];
    const house = await openGatewayProcesses({
      database,
      table: here('gateway-house/bare-table.ts'),
      gateways,
      rabbitmqUrl: engineSetting('RABBITMQ_URL'),
      valkeyUrl: valkey.url,
      environment: {
        BARE_URL: `http://127.0.0.1:${port}`,
        BUDGET_SERVICE_ACCOUNT: String(size.limit),
        BUDGET_PERSONAL: String(endless),
        BUDGET_ANONYMOUS: String(strangers(size)),
        LOG_LEVEL: 'fatal',
      },
    });
    closing.push(house.stop);
    const [control = ''] = await manyTokens(house.db, await house.tenant(), 1);
    const alone = await admittedAlone(gateways, size.limit);
    say(`${gateways} counters that share nothing let in ${alone} of a budget of ${size.limit}`);

    const stage: Stage = {
      generator,
      valkey,
      ports: house.gateways.map((gateway) => gateway.port),
      control,
      shared: async () => {
        for (const { admin } of house.gateways) await eventually(() => valkeyCountsFor(admin), 90_000);
      },
    };
    await offer(stage, { name: 'warm-up', volleys: 5, counted: 0 }, size);
    const tries: Offered[] = [];
    const unseen: string[] = [];
    for (const one of size.runs) {
      let isSeen = false;
      // Run again, with other tokens, where Valkey was late by itself; all that was not its doing is judged.
      for (let time = 0; time < size.tries && !isSeen; time += 1) {
        // It may have been killed the time before.
        if (time > 0) await valkey.start();
        const offered = await offer(stage, one, size);
        tries.push(offered);
        say(toldOf(offered, size.limit));
        isSeen = isWhole(offered, one, size);
      }
      if (!isSeen) unseen.push(one.name);
    }
    const free = tries.flatMap((one) => one.control);
    return judge(
      tries,
      size,
      {
        [`every run was seen as it should be (not so: ${unseen.join(', ') || 'none'})`]: unseen.length === 0,
        'who has no limit is admitted twice as much': free.some(
          ({ admitted }) => admitted >= leastOffered * size.limit,
        ),
        'and always admitted': free.every(({ admitted, offered }) => admitted === offered),
        'counters that share nothing admit four times as much': alone === gateways * size.limit,
      },
      { judgesWaits: !quick, say },
    );
  } finally {
    for (const close of closing) await close();
    generator.kill('SIGKILL');
    await database.drop();
    await valkey.remove();
  }
}

async function valkeyCountsFor(admin: string): Promise<void> {
  const answer = await fetch(`${admin}/readyz`, { headers: { connection: 'close' } });
  const { dependencies } = (await answer.json()) as { readonly dependencies: Readonly<Record<string, string>> };
  if (dependencies['valkey'] !== 'ok') throw new Error(`Valkey does not count for ${admin}`);
}

export const proof: Proof = {
  promise:
    'A budget is exact however many gateways count it; without Valkey nobody waits for it, and nobody gets more than a tenth too much.',
  method:
    'tokens offered twice their budget in volleys of two requests to each of 4 gateway processes; admitted per token and window as the answers name it; Valkey killed and SIGSTOPped, within a window and over its edge; where Valkey was late for a gateway by itself, as the gateway tells it on its return, and not all fits, it is run again, and must fit in the end; what a request waits for Valkey is what it takes beyond the time in which its gateway did not even answer what needs no Valkey, less what that is without an outage. Quick: 4 tokens of 120 requests instead of 50 of 600, in parts of windows, fresh tokens for each part; no edge, and no return after the kill',
  bar: '99 to 101 % admitted in every window that Valkey counted, also the next after an outage, and Remaining never rises; in those of an outage ≤ 110 %, and as one gateway tells it Remaining never rises; no wait > 50 ms for it (full size); the controls, a token without limit and counters that share nothing, are admitted 200 and 400 %',
  run,
};
