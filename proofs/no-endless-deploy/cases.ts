import { engineSetting } from '@wheelhouse/testkit';
import * as strikes from './faults.ts';
import type { Strike } from './faults.ts';
import type { Fault, Phase } from './words.ts';

/** A fault in a phase, and the only end that it may have. */
export interface Case {
  readonly phase: Phase;
  readonly fault: Fault;
  /** Which of several ways. */
  readonly how?: string;
  readonly on?: 'real';
  /** Beside its name and CloudSpace. */
  readonly app: () => object;
  /** What strikes it is a change of an app that is Live; else its first deployment. */
  readonly isChange?: true;
  /** What keeps it Queued; the slots of its cluster unless it says otherwise. */
  readonly waitsFor?: 'CloudSpace';
  /** Nothing comes through from the moment the phase is seen until the fault is there: it would be over too soon. */
  readonly isHeld?: true;
  readonly strike: Strike;
  /** Nothing is to come through afterwards either. */
  readonly staysSilent?: true;
  /** `gone`: the app is deleted; `delete_failed`: it is not, and says why. */
  readonly reason: string;
  /** What the message must name. */
  readonly says: RegExp;
  /** In which phase it ends, where that is a later one. */
  readonly endsIn?: Phase;
  /** At once, at the deadline, or when it has been seen for so many milliseconds. */
  readonly ends: 'at once' | 'deadline' | number;
  /** What the deployment tells before: then the cluster has done its part, and only time is missing. */
  readonly sees?: RegExp;
  readonly quick?: true;
}

/** How it may end. */
type End = Pick<Case, 'reason' | 'says' | 'ends' | 'sees'>;

const small = { cpu_request: '10m', memory_request: '16Mi' };
const worker = () => ({ source: { type: 'image', image: 'web:1' }, resources: small });
/** RollingOut until somebody gives up: no node has so much. */
const tooLarge = () => ({ ...worker(), resources: { cpu_request: '1000' } });
/** Verifying until somebody gives up: KWOK runs nothing that could answer. */
const mute = () => ({ ...worker(), port: 8080, health_check: { path: '/' } });
const serving =
  (env: object, more: object = {}) =>
  () => ({
    source: { type: 'image', image: engineSetting('TEST_IMAGE') },
    port: 8080,
    resources: small,
    health_check: { period_seconds: 1 },
    grace_seconds: 1,
    env,
    ...more,
  });
/** All its pods are ready, and it answers nothing but 500. */
export const ready500 = serving({ ANSWER_STATUS: '500' });
const missing = () => ({
  ...serving({})(),
  source: { type: 'image', image: `${engineSetting('TEST_IMAGE')}-missing` },
});

const unreachable: End = { reason: 'cluster_unreachable', says: /did not respond in time \(.+\)/, ends: 'deadline' };
const withoutCloudspace: End = {
  reason: 'cloudspace_not_ready',
  says: /CloudSpace \S+ is (Pending|Failed): .*(refused|respond|deployed to)/,
  ends: 'deadline',
};
const unschedulable: End = {
  reason: 'unschedulable',
  says: /cannot be scheduled: .*nodes? (is|are) available/,
  sees: /cannot be scheduled/,
  ends: 'deadline',
};
const overQuota: End = {
  reason: 'quota_exceeded',
  says: /quota full allows pods=0, pods=\d+ is in use and pods=1 was asked for/,
  sees: /quota full/,
  ends: 30_000,
};
const noDeployments: End = {
  reason: 'quota_exceeded',
  says: /exceeded quota: full, requested: count\/deployments\.apps=1/,
  ends: 'at once',
};
const withoutRights: End = { reason: 'rights_missing', says: /cannot \w+ resource/, ends: 'at once' };
const withoutNamespace: End = {
  reason: 'namespace_gone',
  says: /namespace of the CloudSpace is gone/,
  ends: 'at once',
};
const held: End = {
  reason: 'stuck_terminating',
  says: /Deployment app .*held by example\.com\/hold/,
  ends: 'deadline',
};
const notPulled: End = {
  reason: 'image_pull_failed',
  says: /cannot pull \S+-missing: not found/,
  sees: /cannot pull/,
  ends: 60_000,
};
const crashes: End = {
  reason: 'crash_loop',
  says: /ended with exit code 1 and were restarted 3 times/,
  ends: 'at once',
};
const notReady: End = {
  reason: 'probe_failing',
  says: /runs but is not ready: .*connection refused/,
  sees: /not ready/,
  ends: 'deadline',
};
const answersProbe500: End = { ...notReady, says: /statuscode: 500/ };
const unreadyAgain: End = { ...notReady, says: /runs but is not ready/ };
const answers500: End = {
  reason: 'not_reachable',
  says: /answered GET \/ with 500/,
  sees: /with 500/,
  ends: 'deadline',
};
const stays = (says: RegExp): End => ({ reason: 'delete_failed', says, ends: 'deadline' });
const isGone: End = { reason: 'gone', says: /^$/, ends: 'at once' };

const { stopped, silent, nothing } = strikes;

type More = Partial<
  Pick<Case, 'how' | 'on' | 'isChange' | 'waitsFor' | 'isHeld' | 'staysSilent' | 'endsIn' | 'sees' | 'quick'>
>;

const within =
  (phase: Phase) =>
  (fault: Fault, app: Case['app'], strike: Strike, end: End, more: More = {}): Case => ({
    phase,
    fault,
    app,
    strike,
    ...end,
    ...more,
  });

const toRollOut = { endsIn: 'RollingOut' } as const;
const toSync = { endsIn: 'Syncing' } as const;
const quick = { quick: true } as const;
const real = { on: 'real' } as const;
const refused = { how: 'connections refused' } as const;
const unanswered = { how: 'silent', staysSilent: true } as const;
const whileQueued = within('Queued');
const queued: readonly Case[] = [
  whileQueued('API server stopped', worker, stopped, withoutCloudspace, {
    how: 'before its CloudSpace was made',
    waitsFor: 'CloudSpace',
  }),
  whileQueued('API server stopped', worker, stopped, unreachable, { ...toSync, how: 'while it waited its turn' }),
  whileQueued('node gone', worker, strikes.nodeGone, unschedulable, toRollOut),
  whileQueued('quota full', worker, strikes.quotaOfPods, overQuota, toRollOut),
  whileQueued('no node fits', worker, strikes.noNodeFits, unschedulable, toRollOut),
  whileQueued('rights withdrawn', worker, strikes.rightsWithdrawn, withoutRights, toSync),
  whileQueued('finalizer stuck', worker, strikes.finalizerStuck, held, { ...toSync, isChange: true }),
  whileQueued('namespace deleted by hand', worker, strikes.namespaceDeleted, withoutNamespace, toSync),
];

const whileSyncing = within('Syncing');
const syncing: readonly Case[] = [
  whileSyncing('API server stopped', worker, stopped, unreachable, { ...refused, ...quick }),
  whileSyncing('API server stopped', worker, silent, unreachable, unanswered),
  whileSyncing('node gone', worker, strikes.nodeGone, unschedulable, toRollOut),
  whileSyncing('quota full', worker, strikes.quotaOfDeployments, noDeployments),
  whileSyncing('no node fits', worker, strikes.noNodeFits, unschedulable, toRollOut),
  whileSyncing('rights withdrawn', worker, strikes.rightsWithdrawn, withoutRights),
  whileSyncing('finalizer stuck', worker, strikes.finalizerStuck, held, { isChange: true }),
  whileSyncing('namespace deleted by hand', worker, strikes.namespaceDeleted, withoutNamespace, quick),
];

const whileRollingOut = within('RollingOut');
const probed500 = serving({ ANSWER_STATUS: '500' }, { health_check: { path: '/', period_seconds: 1 } });
const rollingOut: readonly Case[] = [
  whileRollingOut('API server stopped', tooLarge, stopped, unreachable, refused),
  whileRollingOut('API server stopped', tooLarge, silent, unreachable, unanswered),
  whileRollingOut('node gone', worker, strikes.nodeGoneWithPods, unschedulable, { isHeld: true }),
  whileRollingOut('image missing', missing, nothing, notPulled, { ...real, ...quick }),
  whileRollingOut('image that crashes', serving({ CRASH_AFTER: '50ms' }), nothing, crashes, real),
  whileRollingOut('never ready', serving({ LISTEN_AFTER: 'never' }), nothing, notReady, { ...real, ...quick }),
  whileRollingOut('answers 500', probed500, nothing, answersProbe500, { ...real, how: 'to its health check' }),
  whileRollingOut('quota full', tooLarge, strikes.evictedIntoFullQuota, overQuota),
  whileRollingOut('no node fits', tooLarge, nothing, unschedulable, quick),
  whileRollingOut('rights withdrawn', tooLarge, strikes.rightsWithdrawn, withoutRights, quick),
  whileRollingOut('finalizer stuck', tooLarge, strikes.finalizerStuck, held, { sees: /being deleted/ }),
  whileRollingOut('namespace deleted by hand', tooLarge, strikes.namespaceDeleted, withoutNamespace),
];

const whileVerifying = within('Verifying');
const crashing500 = serving({ ANSWER_STATUS: '500', CRASH_AFTER: '4s' });
const verifying: readonly Case[] = [
  whileVerifying('API server stopped', mute, stopped, unreachable, refused),
  whileVerifying('API server stopped', mute, silent, unreachable, unanswered),
  whileVerifying('node gone', mute, strikes.nodeGoneWithPods, unschedulable),
  whileVerifying('image that crashes', crashing500, nothing, crashes, real),
  whileVerifying('never ready', mute, strikes.unreadyAgain, unreadyAgain, { how: 'any more' }),
  whileVerifying('answers 500', ready500, nothing, answers500, { ...real, ...quick }),
  whileVerifying('quota full', mute, strikes.evictedIntoFullQuota, overQuota),
  whileVerifying('no node fits', mute, strikes.evictedForGood, unschedulable),
  whileVerifying('rights withdrawn', mute, strikes.rightsWithdrawn, withoutRights),
  whileVerifying('finalizer stuck', mute, strikes.finalizerStuck, held, { sees: /being deleted/ }),
  whileVerifying('namespace deleted by hand', mute, strikes.namespaceDeleted, withoutNamespace),
];

const whileDeleting = within('Deleting');
const deleting: readonly Case[] = [
  whileDeleting('API server stopped', mute, stopped, stays(/what could not be read \(.+\)/), refused),
  whileDeleting('API server stopped', mute, silent, stays(/what could not be read \(.+\)/), unanswered),
  whileDeleting('node gone', mute, strikes.nodeGone, stays(/Pod app-/)),
  whileDeleting('rights withdrawn', mute, strikes.rightsWithdrawn, stays(/cannot get resource/)),
  whileDeleting(
    'finalizer stuck',
    mute,
    strikes.finalizerSet,
    stays(/Deployment app \(finalizer example\.com\/hold\)/),
    quick,
  ),
  whileDeleting('namespace deleted by hand', mute, strikes.namespaceDeleted, isGone),
];

export const cases: readonly Case[] = [...queued, ...syncing, ...rollingOut, ...verifying, ...deleting];

/** It answers, and is Live for that. */
export const honest = serving({ GREETING: 'well' });
