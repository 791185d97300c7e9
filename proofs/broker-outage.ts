import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually, openKube } from '@wheelhouse/testkit';
import { rabbitmq } from '../dev/engines/catalogue/rabbitmq.ts';
import { anythingOn, decisionTo } from './agent-workers/decision.ts';
import { type Fleet, openFleet } from './agent-workers/fleet.ts';
import { countedBy, endedOf, endingsIn, recordsOf } from './agent-workers/records.ts';
import { makeTargets } from './agent-workers/targets.ts';
import { backlogGone, outcomesHeard, waitingSince } from './broker-outage/outcomes.ts';
import { Publisher } from './broker-outage/publisher.ts';
import { tellOnce } from './broker-outage/told-once.ts';
import { bundled } from './crash/bundle.ts';
import { openOwnEngines, type OwnEngines } from './crash/own-engines.ts';
import { openStage, type Stage } from './crash-actions/stage.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const workers = 2;
const goneWithinS = 60;
/** The broker is killed when so much of all was confirmed: then decisions, changes and outcomes are on their way. */
const killedAt = 0.4;
const perSecond = 10;
const sizes = {
  quick: { decisions: 40, targets: { deployments: 4, nodes: 8 }, awayS: 4, patienceS: 120 },
  full: { decisions: 500, targets: { deployments: 20, nodes: 30 }, awayS: 60, patienceS: 20 * 60 },
} as const;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const kube = openKube();
  const opened: (() => Promise<unknown>)[] = [() => kube.close()];
  try {
    const engines = await openOwnEngines([rabbitmq]);
    opened.unshift(engines.remove);
    engines.use();
    const bundling = bundled(join(import.meta.dirname, 'fixtures/agent-worker.ts'));
    opened.unshift(async () => (await bundling).remove());
    const staging = openStage();
    opened.unshift(async () => (await staging).close());
    const opening = openFleet(staging, bundling, workers);
    opened.unshift(async () => (await opening).close());
    const [stage, fleet, targets] = await Promise.all([staging, opening, makeTargets(kube, size.targets)]);
    say(`${workers} workers act on ${targets.deployments.length} Deployments and ${targets.nodes.length} nodes`);

    const count = targets.nodes.length + targets.deployments.length;
    const decisions = Array.from({ length: size.decisions }, (_, nth) =>
      decisionTo(stage, anythingOn(targets, nth % count)),
    );
    const end = performance.now() + size.patienceS * 1_000;
    const control = tellOnce(fleet, stage);
    const publisher = new Publisher();
    const publishing = publisher.publish(fleet, decisions, { perSecond, until: end });
    while (publisher.confirmed.length < decisions.length * killedAt) await wait(10);
    const outage = await cut(engines, fleet, stage, publisher, size, say);
    await publishing;
    while ((await endedOf(fleet, stage)) < decisions.length && performance.now() < end) await wait(100);
    // The last outcomes are on their way. One that is told again does not stand for another.
    const told = () => new Set(fleet.outcomes.map(({ messageId }) => messageId)).size;
    while (told() < decisions.length && performance.now() < end) await wait(100);
    const toldOnce = await control.lost();
    return await judge(stage, fleet, publisher, outage, { toldOnce, wanted: decisions.length, quick });
  } finally {
    for (const close of opened) await close().catch(() => undefined);
  }
}

interface Outage {
  readonly from: Date;
  readonly to: Date;
  /** Outcomes that the broker had not confirmed when it came back. */
  readonly waiting: number;
  /** How long after it was back. */
  readonly goneMs: number;
}

/** For so long at least, and until the outage was met by a decision and by an action that ended meanwhile. */
async function cut(
  engines: OwnEngines,
  fleet: Fleet,
  stage: Stage,
  publisher: Publisher,
  { awayS, patienceS }: { readonly awayS: number; readonly patienceS: number },
  say: ProofContext['say'],
): Promise<Outage> {
  const from = new Date();
  await engines.kill(rabbitmq);
  const endedBefore = await endedOf(fleet, stage);
  say('the broker was killed');
  await wait(awayS * 1_000);
  await eventually(async () => {
    if (publisher.failed === 0 || (await endedOf(fleet, stage)) === endedBefore) throw new Error('nothing met it yet');
  }, patienceS * 1_000).catch(() => undefined);
  const waiting = await waitingSince(fleet, new Date());
  const starting = engines.start(rabbitmq);
  await Promise.race([engines.back(rabbitmq), starting]);
  const to = new Date();
  const goneMs = (await backlogGone(fleet, patienceS * 1_000)) ?? Number.POSITIVE_INFINITY;
  await starting;
  say(`it was away for ${secondsOf(to.getTime() - from.getTime())}; ${waiting} outcomes waited`);
  return { from, to, waiting, goneMs };
}

async function judge(
  stage: Stage,
  fleet: Fleet,
  { confirmed, failed }: Publisher,
  { from, to, waiting, goneMs }: Outage,
  { toldOnce, wanted, quick }: { readonly toldOnce: number; readonly wanted: number; readonly quick: boolean },
): Promise<Verdict> {
  const records = await recordsOf(fleet, stage);
  const { none, several, notEnded } = countedBy(confirmed, records);
  const neverPublished = countedBy([...confirmed, { decision_id: randomUUID() }], records).none - none;
  const { silent, differing, repeated } = await outcomesHeard(fleet, records);
  const meanwhile = records.filter(({ finished_at: at }) => at !== null && at > from && at < to).length;
  return verdictOf(
    {
      'every decision was confirmed': confirmed.length === wanted,
      'every confirmed decision has its action, and it has ended': none === 0 && notEnded === 0,
      'no decision has several actions': several === 0,
      'every action has told its outcome': silent === 0,
      'every outcome is as it was written when its action ended': differing === 0,
      'actions went on during the outage': meanwhile > 0,
      'decisions met the outage': failed > 0,
      'outcomes waited for the broker': waiting > 0,
      'the controls show what is lost': toldOnce > 0 && neverPublished === 1,
      ...(quick ? {} : { [`the backlog is gone within ${goneWithinS} s`]: goneMs <= goneWithinS * 1_000 }),
    },
    [
      `${confirmed.length} decisions confirmed, the broker away for ${secondsOf(to.getTime() - from.getTime())}: lost ${none}, with several actions ${several}, not ended ${notEnded} (${endingsIn(records)})`,
      `${meanwhile} actions ended during the outage, ${waiting} outcomes waited and were gone ${secondsOf(goneMs)} after it was back`,
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
  bar: `decisions lost 0, outcomes lost 0, each the same however often; those that waited confirmed within ${goneWithinS} s after its port is open again (judged at full size); actions end during the outage; the controls (outcomes told once without an outbox, a decision never published) are lost`,
  run,
};
