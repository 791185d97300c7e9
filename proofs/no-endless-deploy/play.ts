import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, eventually } from '@wheelhouse/testkit';
import type { Case } from './cases.ts';
import { deletionToItsEnd, deploymentToItsEnd, type Ended } from './clock.ts';
import type { Target } from './faults.ts';
import { type Place, type Stage, until } from './stage.ts';

/** What became of it, and everything that is wrong with that. */
export interface Played {
  readonly ended: Ended;
  readonly wrong: readonly string[];
}

const appName = 'app';
const apps = '/api/v1/apps';
/** By the clock that stands at the deadline while it is waited for; a second for what comes before. */
const mostLateMs = 1_000;

/** How often it is tried to be there in time, before the phase has passed. */
const mostTries = 5;

export async function play(stage: Stage, one: Case, tried = 1): Promise<Played> {
  const place = await stage.place(one.on ?? 'kwok', one.fault === 'rights withdrawn');
  const { target, letGo, before } = await inPhase(place, one);
  if (one.isHeld === true && tried < mostTries && (await phaseOf(target)) !== one.phase) {
    await place.leave();
    return play(stage, one, tried + 1);
  }
  const undo = before ? undefined : await one.strike(target);
  try {
    const then = await phaseOf(target);
    await letGo();
    const ended = await endOf(target, one);
    return { ended, wrong: [...wrongIn(one, ended), ...(then === one.phase ? [] : [`struck in ${then}`])] };
  } finally {
    await undo?.();
    await place.leave();
  }
}

interface Scene {
  readonly target: Target;
  /** Lets it go on. */
  readonly letGo: () => Promise<unknown>;
  /** The fault was there before it. */
  readonly before?: true;
}

/** An app in the phase in which the fault is to strike, and held there where it would not stay by itself. */
async function inPhase(place: Place, one: Case): Promise<Scene> {
  const { relay, stage, ask, clusterId } = place;
  const thaw = async () => (one.staysSilent === true ? undefined : relay.thaw());
  if (one.waitsFor === 'CloudSpace') return { ...(await beforeItsCloudspace(place, one)), before: true };
  const live = one.isChange === true ? await liveWorker(place, one) : undefined;
  if (one.phase === 'Queued') {
    const letGo = await stage.holdSlots(clusterId);
    return { target: await asked(place, one, live), letGo };
  }
  if (one.phase === 'Syncing') {
    relay.freeze();
    const target = await asked(place, one, live);
    await becomes(target, 'Syncing');
    return { target, letGo: thaw };
  }
  const target = await asked(place, one, live);
  await becomes(target, one.phase === 'RollingOut' ? 'RollingOut' : 'Verifying');
  if (one.isHeld === true) {
    relay.freeze();
    // What was answered just before may still move it on.
    await wait(2_000);
  }
  if (one.phase === 'Deleting') {
    relay.freeze();
    await ask('DELETE', `${apps}/${target.appId}`);
  }
  return { target, letGo: thaw };
}

async function asked(place: Place, one: Case, live: string | undefined): Promise<Target> {
  if (live !== undefined) {
    await place.ask('PATCH', `${apps}/${live}`, { env: { CHANGED: 'yes' } });
    return { ...place, name: appName, appId: live };
  }
  const { body } = await place.ask('POST', apps, { name: appName, cloudspace_id: place.cloudspaceId, ...one.app() });
  if (body.id === undefined) throw new Error(`no app was made: ${JSON.stringify(body)}`);
  return { ...place, name: appName, appId: body.id };
}

async function beforeItsCloudspace(place: Place, one: Case): Promise<Scene> {
  await one.strike({ ...place, name: appName, appId: '' });
  const { clusterId, placement, ask, namespace } = place;
  const { body } = await ask('POST', '/api/v1/cloudspaces', {
    name: `${namespace}-late`,
    cluster_id: clusterId,
    placement,
  });
  const target = await asked({ ...place, cloudspaceId: body.id }, one, undefined);
  return { target, letGo: async () => undefined };
}

/** Ready for 15 s by the clock that is put ahead. */
async function liveWorker(place: Place, one: Case): Promise<string> {
  const target = await asked(place, one, undefined);
  await becomes(target, 'Verifying');
  await eventually(async () => {
    place.stage.advance(5_000);
    if ((await appOf(target)).phase !== 'Live') throw new Error('it is not Live yet');
  });
  return target.appId;
}

async function becomes({ ask, appId }: Target, phase: string): Promise<void> {
  await until(ask, `${apps}/${appId}`, (app) => app.phase === phase);
}

async function appOf({ ask, appId }: Target): Promise<Answer['body']> {
  return (await ask('GET', `${apps}/${appId}`)).body;
}

async function phaseOf(target: Target): Promise<string> {
  const { state, phase } = await appOf(target);
  return state === 'deleting' ? 'Deleting' : phase;
}

async function endOf(target: Target, one: Case): Promise<Ended> {
  const { stage, ask, appId } = target;
  if (one.phase === 'Deleting') return deletionToItsEnd(stage, ask, appId, one);
  // So that it has been seen at least once.
  await wait(1_500);
  const { revision } = await appOf(target);
  const ended = await deploymentToItsEnd(stage, ask, `${apps}/${appId}`, revision, one);
  // What is put back after it has to end too.
  for (let next = revision + 1; next <= (await appOf(target)).revision; next += 1) {
    const after = await deploymentToItsEnd(stage, ask, `${apps}/${appId}`, next, { ends: 'deadline' });
    if (after.how === 'endless') return { ...ended, how: 'endless' };
  }
  return ended;
}

function wrongIn(one: Case, { how, reason, message, phase, lateMs, isEarly }: Ended): readonly string[] {
  const expected = one.phase === 'Deleting' ? one.reason : 'Failed';
  const phases: readonly string[] = [one.endsIn ?? one.phase];
  return [
    ...(how === expected || (how === 'RolledBack' && expected === 'Failed') ? [] : [`ended as ${how}`]),
    ...(reason === one.reason ? [] : [`told as ${reason}, not ${one.reason}`]),
    ...(one.says.test(message) ? [] : [`says "${message}"`]),
    ...(phases.includes(phase) ? [] : [`ended in ${phase}`]),
    ...(lateMs > mostLateMs ? [`${Math.round(lateMs / 1_000)} s after its deadline`] : []),
    ...(one.ends === 'deadline' && isEarly ? ['before its deadline'] : []),
  ];
}
