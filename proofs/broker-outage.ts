import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openKube } from '@wheelhouse/testkit';
import { anythingOn, decisionTo } from './agent-workers/decision.ts';
import { type Fleet, openFleet } from './agent-workers/fleet.ts';
import { countedBy, endedOf, endingsIn, recordsOf } from './agent-workers/records.ts';
import { makeTargets } from './agent-workers/targets.ts';
import { type Backlog, backlogGone, outcomesHeard } from './broker-outage/outcomes.ts';
import { type OwnBroker, openOwnBroker } from './broker-outage/own-broker.ts';
import { Publisher } from './broker-outage/publisher.ts';
import { tellOnce } from './broker-outage/told-once.ts';
import { bundled } from './crash/bundle.ts';
import { openStage, type Stage } from './crash-actions/stage.ts';
import { CannotTell, type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';
import { inTime, putAway } from './runner/put-away.ts';

const workers = 2;
const goneWithinS = 60;
/** The broker is killed when so much of all was confirmed: then decisions, changes and outcomes are on their way. */
const killedAt = 0.4;
/** On a machine that has much else to do, quick says so rather than nothing in time. */
const sizes = {
  quick: {
    decisions: 40,
    targets: { deployments: 4, nodes: 8 },
    perSecond: 10,
    awayS: 4,
    calmReadyS: 15,
    readyByS: 32,
    endS: 52,
    overS: 58,
  },
  full: {
    decisions: 500,
    targets: { deployments: 20, nodes: 30 },
    perSecond: 10,
    awayS: 60,
    calmReadyS: 180,
    readyByS: 180,
    endS: 25 * 60,
    overS: 29 * 60,
  },
} as const;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const began = performance.now();
  const at = (seconds: number) => began + seconds * 1_000;
  const end = at(size.endS);
  const kube = openKube();
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const making = makeTargets(kube, size.targets);
    const bundling = bundled(join(import.meta.dirname, 'fixtures/agent-worker.ts'));
    const brokering = openOwnBroker();
    const staging = brokering.then(openStage);
    const opening = brokering.then(() => openFleet(staging, bundling, workers));
    opened.push(
      async () => (await brokering).remove(),
      async () => (await bundling).remove(),
      async () => (await staging).close(),
      async () => (await opening).close(),
    );
    const all = Promise.all([brokering, staging, opening, making]);
    const late = () => new CannotTell('the machine had too much else to do');
    const [broker, stage, fleet, targets] = await inTime(all, at(size.readyByS), late);
    const isBusy = quick && performance.now() > at(size.calmReadyS);
    say(`${workers} workers act on ${targets.deployments.length} Deployments and ${targets.nodes.length} nodes`);

    const count = targets.nodes.length + targets.deployments.length;
    const decisions = Array.from({ length: size.decisions }, (_, nth) =>
      decisionTo(stage, anythingOn(targets, nth % count)),
    );
    const control = tellOnce(fleet, stage);
    const publisher = new Publisher();
    const publishing = publisher.publish(fleet, decisions, { perSecond: size.perSecond, until: end });
    while (publisher.confirmed.length < decisions.length * killedAt) await wait(10);
    const outage = await cut(broker, fleet, size.awayS, say);
    await publishing;
    while ((await endedOf(fleet, stage)) < decisions.length && performance.now() < end) await wait(100);
    // The last outcomes are on their way. One that is told again does not stand for another.
    const told = () => new Set(fleet.outcomes.map(({ messageId }) => messageId)).size;
    for (let waits = 0; waits < 40 && told() < decisions.length; waits += 1) await wait(100);
    const toldOnce = await control.lost();
    return await judge(stage, fleet, publisher, outage, { toldOnce, isBusy, wanted: decisions.length });
  } finally {
    await putAway([[() => kube.close()], opened], at(size.overS));
  }
}

interface Outage {
  readonly from: Date;
  readonly to: Date;
  readonly backlog: Backlog;
}

async function cut(broker: OwnBroker, fleet: Fleet, awayS: number, say: ProofContext['say']): Promise<Outage> {
  const from = new Date();
  await broker.kill();
  say('the broker was killed');
  await wait(awayS * 1_000);
  const starting = broker.start();
  await Promise.race([broker.back(), starting]);
  const to = new Date();
  const backlog = await backlogGone(fleet, goneWithinS * 1_000);
  await starting;
  say(`it was away for ${secondsOf(to.getTime() - from.getTime())}; ${backlog.size} outcomes waited`);
  return { from, to, backlog };
}

async function judge(
  stage: Stage,
  fleet: Fleet,
  { confirmed, failed }: Publisher,
  { from, to, backlog }: Outage,
  { toldOnce, isBusy, wanted }: { readonly toldOnce: number; readonly isBusy: boolean; readonly wanted: number },
): Promise<Verdict> {
  const records = await recordsOf(fleet, stage);
  const { none, several, notEnded } = countedBy(confirmed, records);
  const neverPublished = countedBy([...confirmed, { decision_id: randomUUID() }], records).none - none;
  const { silent, differing, repeated } = await outcomesHeard(fleet, records);
  const meanwhile = records.filter(({ finished_at: at }) => at !== null && at > from && at < to).length;
  const isComplete = confirmed.length === wanted && none === 0 && notEnded === 0 && silent === 0;
  const goneS = (backlog.goneMs ?? Number.POSITIVE_INFINITY) / 1_000;
  return timedVerdictOf(
    {
      'no decision has several actions': several === 0,
      'every outcome is as it was written when its action ended': differing === 0,
      'the controls show what is lost': toldOnce > 0 && neverPublished === 1,
    },
    {
      'every decision was confirmed': confirmed.length === wanted,
      'every confirmed decision has its action, and it has ended': none === 0 && notEnded === 0,
      'every action has told its outcome': silent === 0,
      'actions went on during the outage': meanwhile > 0,
      'decisions met the outage': failed > 0,
      'outcomes waited for the broker': backlog.size > 0,
      [`the backlog is gone within ${goneWithinS} s`]: goneS <= goneWithinS,
    },
    isBusy && !isComplete ? 'the machine had too much else to do' : undefined,
    [
      `${confirmed.length} decisions confirmed, the broker away for ${secondsOf(to.getTime() - from.getTime())}: lost ${none}, with several actions ${several}, not ended ${notEnded} (${endingsIn(records)})`,
      `${meanwhile} actions ended during the outage, ${backlog.size} outcomes waited and were gone ${goneS.toFixed(1)} s after it was back`,
      `outcomes lost ${silent}, differing ${differing}, told again ${repeated}; lost when told once without an outbox ${toldOnce}`,
    ].join('; '),
  );
}

function secondsOf(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

export const proof: Proof = {
  promise:
    'Without its broker the action agent goes on with what it knows, and loses nothing: every decision that was confirmed becomes an action, and every outcome is told when the broker is back.',
  method:
    'workers of the agent with platform and monitor on a RabbitMQ of their own, which is killed while decisions are published, actions run and outcomes are told; the publisher tries each decision until it is confirmed; outcomes are heard at the broker and held against what was written when the action ended',
  bar: `decisions lost 0, outcomes lost 0, each the same however often; those that waited confirmed within ${goneWithinS} s after its port is open again; actions end during the outage; the controls (outcomes told once without an outbox, a decision never published) are lost`,
  run,
};
