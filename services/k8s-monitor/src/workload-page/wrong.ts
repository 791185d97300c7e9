import {
  isGoing,
  isReady,
  type PodTroubleReason,
  podTrouble,
  refusedCreation,
  sentenceOf,
  type Trouble,
  troublesOf,
} from '@wheelhouse/kubernetes';
import type { EventShown } from '../live/events.ts';
import { isFinished, isWaiting, type PagePod, probeWords, steadySince } from '../live/pods.ts';
import type { WorkloadFacts } from '../state/facts.ts';
import type { Looked } from './look.ts';
import { isNewIn } from './new-pods.ts';

/** What is wrong, in one sentence, and the reason in a word; null: nothing is. */
export interface Wrong {
  readonly reason: PodTroubleReason | null;
  readonly message: string | null;
}

const nothing: Wrong = { reason: null, message: null };
/** What the API server refused longer ago than this may have been mended. */
const refusalCountsMs = 10 * 60_000;

export function wrongWith(looked: Looked, now: Date): Wrong {
  const { pod, facts, jobs } = looked.subject;
  if (pod !== undefined) return wrongPod(pod, looked.events ?? [], now);
  if (facts !== undefined) return wrongWorkload(facts, looked, now);
  return jobs.length === 0 ? nothing : wrongJobs(looked, now);
}

function wrongPod(pod: PagePod, events: readonly EventShown[], now: Date): Wrong {
  const trouble = isWaiting(pod) || hasFailed(pod) ? podTrouble(pod, { steadySince: steadySince(now) }) : undefined;
  if (trouble !== undefined) {
    const probe = trouble.reason === 'probe_failing' ? probeWords(events, [pod.metadata.name]) : undefined;
    return { reason: trouble.reason, message: ended(`The pod ${trouble.text}`, probe) };
  }
  const { message = '' } = pod.status ?? {};
  return hasFailed(pod) ? { reason: null, message: ended('The pod has failed', message) } : nothing;
}

function wrongWorkload(facts: WorkloadFacts, looked: Looked, now: Date): Wrong {
  const { desired, available } = facts;
  if (desired === 0) return nothing;
  const { events = [] } = looked;
  const { whose, troubles } = troublesNow(facts, looked, now);
  const [worst] = troubles;
  if (worst !== undefined) {
    const alike = troubles.flatMap(({ reason, pod }) => (reason === worst.reason && pod ? [pod.metadata.name] : []));
    const probe = worst.reason === 'probe_failing' ? probeWords(events, alike) : undefined;
    return { reason: worst.reason, message: ended(sentenceOf(troubles, worst.reason, desired, whose), probe) };
  }
  if (facts.paused) return { reason: null, message: 'Its rollout is paused.' };
  if (available >= desired) return nothing;
  const warning = events.find(({ type }) => type === 'Warning')?.message;
  return { reason: null, message: ended(`${available} of ${desired} pods are available`, warning) };
}

interface Troubles {
  readonly whose: 'new pods' | 'pods';
  /** The worst first. */
  readonly troubles: readonly Trouble[];
}

/** During a rollout those of the new pods, if they have any: what fails then is what was changed. */
function troublesNow(facts: WorkloadFacts, { subject, pods, events = [] }: Looked, now: Date): Troubles {
  const isNew = isNewIn(subject, pods);
  const live = pods.filter((pod) => !isGoing(pod) && !isFinished(pod));
  const newPods = live.filter((pod) => isNew(pod) !== false);
  const isRolling = newPods.length < live.length || (facts.updating && newPods.some((pod) => isNew(pod) === true));
  const among = (some: readonly PagePod[]) => {
    const unready = some.filter((pod) => !isReady(pod));
    return troublesOf({ status: { conditions: subject.conditions } }, unready, { steadySince: steadySince(now) });
  };
  const ofNew = isRolling ? among(newPods) : [];
  if (ofNew.length > 0) return { whose: 'new pods', troubles: ofNew };
  const ofAll = among(live);
  const isShort = ofAll.length === 0 && live.length < facts.desired;
  const refused = isShort ? refusedLately(events, subject.place.name, now) : undefined;
  return { whose: 'pods', troubles: refused === undefined ? ofAll : [refused] };
}

/** StatefulSets and DaemonSets have no condition that says so. */
function refusedLately(events: readonly EventShown[], name: string, now: Date): Trouble | undefined {
  const since = new Date(now.getTime() - refusalCountsMs).toISOString();
  const event = events.find(
    ({ reason, object, last_at }) => reason === 'FailedCreate' && object.name === name && last_at >= since,
  );
  return event && refusedCreation(event);
}

/** Of a CronJob that of its newest run, as long as none has succeeded since. */
function wrongJobs({ subject: { jobs, place }, pods }: Looked, now: Date): Wrong {
  const deciding = jobs.find(({ end, failed }) => end !== undefined || failed > 0) ?? jobs[0];
  if (deciding === undefined || deciding.end === 'Complete') return nothing;
  const own = pods.filter((pod) => pod.metadata.ownerReferences?.some(({ name }) => name === deciding.name) === true);
  const given = { steadySince: steadySince(now) };
  const troubles = troublesOf(
    {},
    own.filter((pod) => !isGoing(pod) && (isWaiting(pod) || hasFailed(pod))),
    given,
  ).filter(({ reason }) => reason !== 'probe_failing');
  const [worst] = troubles;
  const sentence = worst && sentenceOf(troubles, worst.reason, own.length, 'pods');
  const reason = worst?.reason ?? null;
  if (deciding.end === undefined) return { reason, message: sentence === undefined ? null : ended(sentence) };
  const who = place.kind === 'CronJob' ? `Its run ${deciding.name} has failed` : 'It has failed';
  const why = ended(who, deciding.message);
  return { reason, message: sentence === undefined ? why : `${why} ${ended(sentence)}` };
}

function hasFailed({ status }: PagePod): boolean {
  return status?.phase === 'Failed';
}

/** `text: more.` */
function ended(text: string, more = ''): string {
  const whole = more === '' ? text : `${text}: ${more}`;
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
