import { setTimeout as wait } from 'node:timers/promises';
import { type Api, mustHave } from '../dev/engines/clusters/api.ts';
import { seeAction } from './health-explains/action.ts';
import { type LiveFault, liveFaults, meteredFaults, readObject } from './health-explains/faults.ts';
import { openGround } from './health-explains/ground.ts';
import { type Health, type HealthReader, objectText } from './health-explains/health-reader.ts';
import { collections, nodeCount } from './health-explains/objects.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

/** Each fault once, beside what must never be spoken of. */
async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const faults = quick ? liveFaults : [...liveFaults, ...meteredFaults];
  const { api, house, agent, reader, close } = await openGround();
  try {
    say('the cluster is registered, and calm');
    const well = await reader.until((health) => health.totalNodes === nodeCount && isWell(health));
    reader.isStrict = true;
    say(`healthy cluster: ${well.healthScore}, ${well.issues.length} issues`);

    const update = await rollingUpdate(api, reader);
    say(`rolling update: ${update.during} readings, lowest ${update.lowest}, most issues ${update.mostIssues}`);

    for (const { object } of faults) reader.touched.add(objectText(object));
    await Promise.all(faults.map((fault) => fault.make(api)));
    const missing = await missingIssues(reader, faults);
    const told = `${faults.length - missing.length} of ${faults.length}`;
    say(`faults told: ${told} ${missing.join(', ')}`);

    const action = await seeAction(house, agent, reader);
    say(`an action that is meant to cause two of them: marked ${action.isMarked}, over ${action.isOver}`);

    await Promise.all(faults.map((fault) => fault.mend(api)));
    const mended = await reader.until(isWell).catch(() => reader.read());
    say(`mended: ${mended?.healthScore}, ${mended?.issues.map(({ message }) => message).join('; ') || 'no issue'}`);
    for (const text of reader.wrong) say(`WRONG: ${text}`);
    return verdictOf(
      {
        'a rolling update stays at 100 without an issue': update.lowest === 100 && update.mostIssues === 0,
        'the rolling update was seen while it ran': update.during > 0,
        'each fault has its issue on its object': missing.length === 0,
        'what a running action is meant to cause is marked and costs nothing': action.isMarked,
        'when it has ended it costs again': action.isOver,
        'every answer adds up, costs what the guide says and speaks of nothing calm': reader.wrong.size === 0,
        'mended, it is 100 again': mended !== undefined && isWell(mended),
      },
      `faults told ${told}, two of them marked while an action ran; ${reader.wrong.size} wrong in ${reader.reads} answers; rolling update lowest ${update.lowest} in ${update.during} readings; mended to ${mended?.healthScore}`,
    );
  } finally {
    await close();
  }
}

function isWell({ healthScore, issues }: Health): boolean {
  return healthScore === 100 && issues.length === 0;
}

interface Sampled {
  /** Readings before it had ended. */
  readonly during: number;
  readonly lowest: number;
  readonly mostIssues: number;
}

/** Reads health every 200 ms from the beginning of an update until a second after its end. */
async function rollingUpdate(api: Api, reader: HealthReader): Promise<Sampled> {
  const path = `${collections.deployments}/steady`;
  const template = { metadata: { annotations: { 'wheelhouse.dev/round': '2' } } };
  mustHave(await api.call('PATCH', path, { spec: { template } }), 'the update');
  let [during, lowest, mostIssues, after] = [0, 100, 0, 0];
  while (after < 5) {
    const health = await reader.read();
    lowest = Math.min(lowest, health?.healthScore ?? 0);
    mostIssues = Math.max(mostIssues, health?.issues.length ?? 0);
    const { metadata, spec, status } = await readObject(api, path);
    const { updatedReplicas, availableReplicas, replicas, observedGeneration = 0 } = status;
    const isDone = [updatedReplicas, availableReplicas, replicas].every((count) => count === spec.replicas);
    if (isDone && observedGeneration >= metadata.generation) after += 1;
    else during += 1;
    await wait(200);
  }
  return { during, lowest, mostIssues };
}

/** Reads until every fault has its issue; those that never had one. */
async function missingIssues(reader: HealthReader, faults: readonly LiveFault[]): Promise<readonly string[]> {
  const missing = new Set(faults.map(({ rule, object }) => `${rule} ${objectText(object)}`));
  await reader
    .until(({ issues }) => {
      for (const { reason, object } of issues) missing.delete(`${reason} ${objectText(object)}`);
      return missing.size === 0;
    })
    .catch(() => undefined);
  return [...missing];
}

export const proof: Proof = {
  promise:
    'The health score explains itself: it is 100 less what its issues cost, each fault is told on its own object, what is well is never spoken of, and what a running action of ours is meant to cause says so and costs nothing.',
  method:
    'each fault once on a control plane of its own with KWOK, through platform and k8s-monitor, two of them taken on by an action (its events, through outbox and broker) and let go, mended afterwards, with a healthy cluster and a rolling update read every 200 ms before; quick is the same without the one fault that waits for metrics-server, usage near its limit. What is generated is a test of k8s-monitor',
  bar: 'score = 100 − Σ impacts in every answer, each what the guide says; each fault its issue, none on what it does not touch; what a running action is meant to cause marked with it and free, and in full once it has ended; healthy and rolling update 100 without an issue; mended 100 again',
  run,
};
