import { type ContainerStatus, isReady, type LiveDeployment, type LivePod } from './live.ts';

/** The worst first. */
export const podTroubleReasons = [
  'admission_denied',
  'quota_exceeded',
  'image_pull_failed',
  'crash_loop',
  'config_error',
  'unschedulable',
  'probe_failing',
] as const;
export type PodTroubleReason = (typeof podTroubleReasons)[number];

/** What keeps one pod, or the making of pods, from going on. */
export interface Trouble {
  readonly reason: PodTroubleReason;
  /** Undefined: no pod could be made. */
  readonly pod: LivePod | undefined;
  /** Kubernetes' own word. */
  readonly word: string;
  /** Goes on from "2 of 3 new pods": `cannot pull shop/web:9: not found`. */
  readonly text: string;
  /** The same of several pods, where that takes other words. */
  readonly textOfMany?: string;
  /** How long a rollout may have it; undefined: to its deadline, because it may mend by itself. */
  readonly patienceMs?: number;
}

interface Given {
  /** Epoch milliseconds: a container that has run since then without a break has its crashes behind it. */
  readonly steadySince?: number;
}

const pullWords: ReadonlySet<string> = new Set(['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull']);
const configWords: ReadonlySet<string> = new Set([
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);
const restartsToFail = 3;

/** Of pods, and of those that could not even be made. */
export function troublesOf(
  deployment: Pick<LiveDeployment, 'status'>,
  pods: readonly LivePod[],
  given: Given = {},
): readonly Trouble[] {
  const ofPods = pods.map((pod) => podTrouble(pod, given));
  return worstFirst([creationTrouble(deployment), ...ofPods].filter((one) => one !== undefined));
}

function worstFirst(troubles: readonly Trouble[]): readonly Trouble[] {
  const order = ({ reason }: Trouble) => podTroubleReasons.indexOf(reason);
  return troubles.toSorted((one, other) => order(one) - order(other));
}

export function creationTrouble({ status }: Pick<LiveDeployment, 'status'>): Trouble | undefined {
  const failure = status?.conditions?.find(({ type, status: is }) => type === 'ReplicaFailure' && is === 'True');
  return failure && refusedCreation(failure);
}

/** What the API server said when a pod was to be made. */
export function refusedCreation({
  reason: word = 'FailedCreate',
  message = '',
}: {
  readonly reason?: string;
  readonly message?: string;
}): Trouble {
  const isQuota = /exceeded quota/.test(message);
  return {
    reason: isQuota ? 'quota_exceeded' : 'admission_denied',
    pod: undefined,
    word,
    text: `cannot be created: ${shortened(quotaWords(message) ?? message)}`,
    patienceMs: isQuota ? 30_000 : 10_000,
  };
}

/** `exceeded quota: wheelhouse, requested: pods=1, used: pods=3, limited: pods=3` */
function quotaWords(message: string): string | undefined {
  const [, name, requested, used, limited] =
    /exceeded quota: ([^,]+), requested: (.+?), used: (.+?), limited: (.+?)$/.exec(message) ?? [];
  return name === undefined
    ? undefined
    : `quota ${name} allows ${limited}, ${used} is in use and ${requested} was asked for`;
}

/** Of several containers the one in the worst trouble. */
export function podTrouble(pod: LivePod, given: Given = {}): Trouble | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  const isOneOfSeveral = containerStatuses.length + initContainerStatuses.length > 1;
  const ofContainers = [...initContainerStatuses.filter((one) => !isDone(one)), ...containerStatuses].map((container) =>
    containerTrouble(pod, container, isOneOfSeveral, given),
  );
  const [worst] = worstFirst(ofContainers.filter((one) => one !== undefined));
  return worst ?? scheduleTrouble(pod) ?? readinessTrouble(pod, containerStatuses);
}

/** An init container that did what it was for. */
function isDone({ state }: ContainerStatus): boolean {
  return state?.terminated?.exitCode === 0;
}

function containerTrouble(
  pod: LivePod,
  container: ContainerStatus,
  isOneOfSeveral: boolean,
  given: Given,
): Trouble | undefined {
  const { reason: word = '', message = '' } = container.state?.waiting ?? {};
  const image = container.image === undefined || container.image === '' ? 'its image' : container.image;
  if (word === 'InvalidImageName')
    return { reason: 'image_pull_failed', pod, word, text: `cannot pull ${image}: the name is invalid`, patienceMs: 0 };
  if (pullWords.has(word)) {
    const why = pullCause(message);
    return { reason: 'image_pull_failed', pod, word, text: `cannot pull ${image}${why}`, patienceMs: 60_000 };
  }
  if (configWords.has(word))
    return { reason: 'config_error', pod, word, text: `cannot start: ${shortened(message)}`, patienceMs: 10_000 };
  return isSteady(container, given) ? undefined : crashTrouble(pod, container, isOneOfSeveral);
}

function isSteady({ state }: ContainerStatus, { steadySince = -Infinity }: Given): boolean {
  return Date.parse(state?.running?.startedAt ?? '') <= steadySince;
}

function pullCause(message: string): string {
  if (/not found|manifest unknown|name unknown/i.test(message)) return ': not found';
  if (/unauthorized|denied|forbidden|authentication required/i.test(message)) return ': access denied';
  return message === '' ? '' : `: ${shortened(message)}`;
}

function crashTrouble(
  pod: LivePod,
  { name, restartCount = 0, state, lastState }: ContainerStatus,
  isOneOfSeveral: boolean,
): Trouble | undefined {
  const ended = state?.terminated ?? lastState?.terminated;
  if (ended === undefined || (restartCount === 0 && state?.terminated === undefined)) return undefined;
  const { reason: word = 'Error', exitCode = 0 } = ended;
  const what = word === 'OOMKilled' ? 'ran out of memory (OOMKilled)' : `ended with exit code ${exitCode}`;
  const how = isOneOfSeveral ? `${what} in container ${name}` : what;
  const times = restartCount === 1 ? 'once' : `${restartCount} times`;
  // In words that fit one pod and several.
  const text = restartCount === 0 ? how : `${how} and restarted ${times}`;
  const isLoop = restartCount >= restartsToFail;
  return { reason: 'crash_loop', pod, word, text, ...(isLoop && { patienceMs: 0 }) };
}

function scheduleTrouble(pod: LivePod): Trouble | undefined {
  const found = pod.status?.conditions?.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
  if (found === undefined) return undefined;
  const { reason: word = 'Unschedulable', message = '' } = found;
  return { reason: 'unschedulable', pod, word, text: `cannot be scheduled: ${shortened(message)}` };
}

/** It runs, and says that it is not ready. What the probe was answered is read when it is needed. */
function readinessTrouble(pod: LivePod, containers: readonly ContainerStatus[]): Trouble | undefined {
  const runs = containers.length > 0 && containers.every(({ state }) => state?.running !== undefined);
  if (!runs || isReady(pod)) return undefined;
  const [text, textOfMany] = ['runs but is not ready', 'run but are not ready'];
  return { reason: 'probe_failing', pod, word: 'Unready', text, textOfMany };
}

const longest = 300;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
