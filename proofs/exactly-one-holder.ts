import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brokerAdmin, openKube } from '@wheelhouse/testkit';
import { type Fleet, openFleet } from './agent-workers/fleet.ts';
import { type ActionRecord, countedBy, endedOf, endingsIn, recordsOf } from './agent-workers/records.ts';
import { makeTargets } from './agent-workers/targets.ts';
import { bundled } from './crash/bundle.ts';
import { openStage, type Stage } from './crash-actions/stage.ts';
import { actAsSleeper, type Sleeper } from './exactly-one-holder/control.ts';
import { type Published, publish } from './exactly-one-holder/publish.ts';
import { followRequests, type RequestsOf } from './exactly-one-holder/requests.ts';
import { keptOut, supersededIn, takenOver } from './exactly-one-holder/superseded.ts';
import { type Torment, torment } from './exactly-one-holder/torment.ts';
import { CannotTell, type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';
import { inTime, putAway } from './runner/put-away.ts';

const workers = 3;
/** On a machine that has much else to do, quick makes fewer decisions rather than none in time. */
const sizes = {
  quick: {
    decisions: 80,
    targets: { deployments: 6, nodes: 10 },
    nights: { most: 1, awake: [0, 0], asleep: [16_500, 17_500] },
    publishUntilS: 33,
    calmReadyS: 15,
    readyByS: 28,
    endS: 52,
    overS: 58,
  },
  full: {
    decisions: 2_000,
    targets: { deployments: 20, nodes: 30 },
    nights: { most: Number.POSITIVE_INFINITY, awake: [5_000, 15_000], asleep: [16_500, 20_000] },
    publishUntilS: 24 * 60,
    calmReadyS: 180,
    readyByS: 180,
    endS: 27 * 60,
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
    const requests = await followRequests();
    const making = Promise.all([makeTargets(kube, size.targets), kube.node()]);
    const staging = openStage();
    const bundling = bundled(join(import.meta.dirname, 'fixtures/agent-worker.ts'));
    const opening = openFleet(staging, bundling, workers);
    opened.push(
      async () => (await bundling).remove(),
      async () => (await staging).close(),
      async () => (await opening).close(),
    );
    const late = () => new CannotTell('the machine had too much else to do');
    const [stage, fleet, [targets, node]] = await inTime(
      Promise.all([staging, opening, making]),
      at(size.readyByS),
      late,
    );
    const isBusy = quick && performance.now() > at(size.calmReadyS);
    say(`${workers} workers act on ${targets.deployments.length} Deployments and ${targets.nodes.length} nodes`);
    const sleeper = await actAsSleeper(fleet, stage, node, requests, end - performance.now());
    say('a sleeper was played by hand');

    const over = new AbortController();
    const tormenting = torment(fleet, stage, { ...size.nights, signal: over.signal });
    const until = at(size.publishUntilS);
    const published = await publish(fleet, stage, kube, targets, { count: size.decisions, until, say });
    const all = published.decisions.length + sleeper.actionIds.size;
    if (quick) await tormenting;
    while ((await endedOf(fleet, stage)) < all && performance.now() < end) await wait(100);
    over.abort();
    const tormented = await tormenting;
    // Whoever was woken just now is given time to do what it must not.
    await wait(2_000);
    return await judge(stage, fleet, requests, {
      published,
      sleeper,
      tormented,
      wanted: size.decisions,
      isBusy,
    });
  } finally {
    await putAway([[() => kube.close()], opened], at(size.overS));
  }
}

interface Done {
  readonly published: Published;
  readonly sleeper: Sleeper;
  readonly tormented: Torment;
  readonly wanted: number;
  readonly isBusy: boolean;
}

async function judge(
  stage: Stage,
  fleet: Fleet,
  requests: RequestsOf,
  { published: { decisions, messages }, sleeper, tormented, wanted, isBusy }: Done,
): Promise<Verdict> {
  const records = (await recordsOf(fleet, stage)).filter(({ id }) => !sleeper.actionIds.has(id));
  const ofProof = await requests(new Set(records.map(({ id }) => id)));
  const superseded = supersededIn(ofProof).length;
  const byHand = supersededIn(await requests(sleeper.actionIds)).length;
  const { none, several, notEnded } = countedBy(decisions, records);
  const over = takenOver(ofProof, ofOneTarget(records));
  const redelivered = await redeliveredIn(fleet);
  const changes = ofProof.filter(({ revision }) => revision !== undefined);
  const isComplete = decisions.length === wanted && none === 0 && notEnded === 0;
  const unclear = isComplete
    ? whyUneventful(over, redelivered)
    : isBusy
      ? 'the machine had too much else to do'
      : undefined;
  return timedVerdictOf(
    {
      'no superseded holder changed anything after its successor': superseded === 0,
      'no decision has several actions': several === 0,
      'the change of a sleeper is refused as it stands, and counted without its fences':
        sleeper.isRefused && byHand === 1,
    },
    {
      'every decision was published': decisions.length === wanted,
      'every decision has its action': none === 0,
      'every action has ended': notEnded === 0,
      'workers slept, and others went on': tormented.nights > 0 && over > 0,
      'messages were delivered again': redelivered > 0,
    },
    unclear,
    [
      `${decisions.length} decisions in ${messages} messages (${redelivered} delivered again) on ${new Set(changes.map(({ target }) => target)).size} targets`,
      `${changes.length} changes, by superseded holders ${superseded}; ${tormented.nights} sleeps beyond the lease, ${over} actions taken over, ${keptOut(ofProof)} late changes refused`,
      `decisions without an action ${none}, with several ${several}; not ended ${notEnded} (${endingsIn(records)})`,
      `by hand without fences ${byHand}`,
    ].join('; '),
  );
}

/** By chance a worker may sleep with nothing in hand. */
function whyUneventful(over: number, redelivered: number): string | undefined {
  return over > 0 && redelivered > 0 ? undefined : 'nobody slept with anything in hand';
}

/** The restart of a pod goes on under the lease of its Deployment, perhaps in the same hands. */
function ofOneTarget(records: readonly ActionRecord[]): ReadonlySet<string> {
  return new Set(records.filter(({ action }) => action !== 'restart_pod').map(({ id }) => id));
}

async function redeliveredIn({ vhost }: Fleet): Promise<number> {
  const queue = (await brokerAdmin('GET', `/queues/${vhost.name}/analysis.decisions`)) as {
    readonly message_stats?: { readonly redeliver?: number };
  };
  return queue.message_stats?.redeliver ?? 0;
}

export const proof: Proof = {
  promise:
    'One holder per target: however often decisions arrive and however long workers sleep, each decision becomes one action, and nobody whose successor has acted changes the cluster any more.',
  method:
    "3 workers, a process each, on a real cluster; decisions published once to three times, connections closed from outside so that messages come again; workers stopped for longer than the lease, if possible between saying that they will change something and doing it; changes counted in the API server's audit log by the lease that each request names, in the order of the cluster's revisions",
  bar: 'changes under an older lease after one of the same target under a newer: 0; actions per decision 1, all ended; a late change made by hand is refused, and found when it comes without its fences',
  run,
};
