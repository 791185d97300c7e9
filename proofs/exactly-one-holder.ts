import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brokerAdmin, eventually, openKube } from '@wheelhouse/testkit';
import { type Fleet, openFleet } from './agent-workers/fleet.ts';
import { type ActionRecord, countedBy, endedOf, endingsIn, recordsOf, unendedIn } from './agent-workers/records.ts';
import { makeTargets } from './agent-workers/targets.ts';
import { bundled } from './crash/bundle.ts';
import { openStage, type Stage } from './crash-actions/stage.ts';
import { actAsSleeper, type Sleeper } from './exactly-one-holder/control.ts';
import { Publisher } from './exactly-one-holder/publisher.ts';
import { followRequests, type RequestsOf } from './exactly-one-holder/requests.ts';
import { keptOut, supersededIn, takenOver } from './exactly-one-holder/superseded.ts';
import { torment, usualAimMs } from './exactly-one-holder/torment.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const workers = 3;
const sizes = {
  quick: {
    decisions: 80,
    targets: { deployments: 6, nodes: 10 },
    nights: { most: 1, awake: [0, 0], asleep: [16_500, 17_500] },
    patienceS: 330,
  },
  full: {
    decisions: 2_000,
    targets: { deployments: 20, nodes: 30 },
    nights: { most: Number.POSITIVE_INFINITY, awake: [5_000, 15_000], asleep: [16_500, 20_000] },
    patienceS: 40 * 60,
  },
} as const;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const patienceMs = size.patienceS * 1_000;
  const kube = openKube();
  const opened: (() => Promise<unknown>)[] = [() => kube.close()];
  try {
    const requests = await followRequests();
    const staging = openStage();
    opened.unshift(async () => (await staging).close());
    const bundling = bundled(join(import.meta.dirname, 'fixtures/agent-worker.ts'));
    opened.unshift(async () => (await bundling).remove());
    const opening = openFleet(staging, bundling, workers);
    opened.unshift(async () => (await opening).close());
    const [stage, fleet, targets, node] = await Promise.all([
      staging,
      opening,
      makeTargets(kube, size.targets),
      kube.node(),
    ]);
    say(`${workers} workers act on ${targets.deployments.length} Deployments and ${targets.nodes.length} nodes`);
    const sleeper = await actAsSleeper(fleet, stage, node, requests, patienceMs);
    say('a sleeper was played by hand');

    const over = new AbortController();
    const publisher = new Publisher(fleet, stage, kube, targets);
    const tormenting = torment(fleet, stage, {
      ...size.nights,
      aimMs: quick ? patienceMs : usualAimMs,
      again: () => publisher.again(),
      signal: over.signal,
    });
    await publisher.publish(size.decisions, say);
    const all = size.decisions + sleeper.actionIds.size;
    const end = performance.now() + patienceMs;
    if (quick) await tormenting;
    while ((await endedOf(fleet, stage)) < all && performance.now() < end) await wait(100);
    over.abort();
    const nights = await tormenting;
    // Whoever was woken just now is given time to do what it must not.
    await wait(2_000);
    for (const words of await unendedIn(fleet, stage)) say(`not ended: ${words}`);
    return await judge(stage, fleet, requests, { publisher, sleeper, nights });
  } finally {
    for (const close of opened) await close().catch(() => undefined);
  }
}

interface Done {
  readonly publisher: Publisher;
  readonly sleeper: Sleeper;
  readonly nights: number;
}

async function judge(
  stage: Stage,
  fleet: Fleet,
  requests: RequestsOf,
  { publisher: { decisions, messages }, sleeper, nights }: Done,
): Promise<Verdict> {
  const records = (await recordsOf(fleet, stage)).filter(({ id }) => !sleeper.actionIds.has(id));
  const ofProof = await requests(new Set(records.map(({ id }) => id)));
  const superseded = supersededIn(ofProof).length;
  const byHand = supersededIn(await requests(sleeper.actionIds)).length;
  const { none, several, notEnded } = countedBy(decisions, records);
  const over = takenOver(ofProof, ofOneTarget(records));
  const redelivered = await redeliveredIn(fleet);
  const changes = ofProof.filter(({ revision }) => revision !== undefined);
  return verdictOf(
    {
      'no superseded holder changed anything after its successor': superseded === 0,
      'every decision has its action': none === 0,
      'no decision has several actions': several === 0,
      'every action has ended': notEnded === 0,
      'workers slept, and others went on': nights > 0 && over > 0,
      'messages were delivered again': redelivered > 0,
      'the change of a sleeper is refused as it stands, and counted without its fences':
        sleeper.isRefused && byHand === 1,
    },
    [
      `${decisions.length} decisions in ${messages} messages (${redelivered} delivered again) on ${new Set(changes.map(({ target }) => target)).size} targets`,
      `${changes.length} changes, by superseded holders ${superseded}; ${nights} sleeps beyond the lease, ${over} actions taken over, ${keptOut(ofProof)} late changes refused`,
      `decisions without an action ${none}, with several ${several}; not ended ${notEnded} (${endingsIn(records)})`,
      `by hand without fences ${byHand}`,
    ].join('; '),
  );
}

/** The restart of a pod goes on under the lease of its Deployment, perhaps in the same hands. */
function ofOneTarget(records: readonly ActionRecord[]): ReadonlySet<string> {
  return new Set(records.filter(({ action }) => action !== 'restart_pod').map(({ id }) => id));
}

/** The broker adds up what it counts every few seconds. */
async function redeliveredIn({ vhost }: Fleet): Promise<number> {
  return eventually(async () => {
    const queue = (await brokerAdmin('GET', `/queues/${vhost.name}/analysis.decisions`)) as {
      readonly message_stats?: { readonly redeliver?: number };
    };
    const count = queue.message_stats?.redeliver ?? 0;
    if (count === 0) throw new Error('nothing was delivered again');
    return count;
  }).catch(() => 0);
}

export const proof: Proof = {
  promise:
    'One holder per target: however often decisions arrive and however long workers sleep, each decision becomes one action, and nobody whose successor has acted changes the cluster any more.',
  method:
    "3 workers, a process each, on a real cluster; decisions published once to three times, connections closed from outside so that messages come again; workers stopped for longer than the lease, if possible between saying that they will change something and doing it; changes counted in the API server's audit log by the lease that each request names, in the order of the cluster's revisions",
  bar: 'changes under an older lease after one of the same target under a newer: 0; actions per decision 1, all ended; a late change made by hand is refused, and found when it comes without its fences',
  run,
};
