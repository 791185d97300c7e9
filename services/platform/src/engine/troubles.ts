import type { DeployReason } from '../apps/phases.ts';
import type { ContainerStatus, LiveDeployment, LivePod } from './seen.ts';
import { isReady } from './seen.ts';

/** What keeps one pod, or the making of pods, from going on. */
export interface Trouble {
  readonly reason: DeployReason;
  /** Undefined: no pod could be made. */
  readonly pod: LivePod | undefined;
  /** Kubernetes' own word. */
  readonly word: string;
  /** Goes on from "2 of 3 new pods": `cannot pull shop/web:9: not found`. */
  readonly text: string;
  /** How long it may last; undefined: to the deadline, because it may mend by itself. */
  readonly patienceMs?: number;
}

const pullWords: ReadonlySet<string> = new Set(['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull']);
const configWords: ReadonlySet<string> = new Set([
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);
const restartsToFail = 3;

/** The worst first. */
const order: readonly DeployReason[] = [
  'admission_denied',
  'quota_exceeded',
  'image_pull_failed',
  'crash_loop',
  'config_error',
  'unschedulable',
  'probe_failing',
];

/** Of the new pods, and of those that could not even be made. */
export function troublesOf(deployment: LiveDeployment, newPods: readonly LivePod[]): readonly Trouble[] {
  const found = [creationTrouble(deployment), ...newPods.map(podTrouble)].filter((one) => one !== undefined);
  return found.toSorted((one, other) => order.indexOf(one.reason) - order.indexOf(other.reason));
}

export function creationTrouble({ status }: LiveDeployment): Trouble | undefined {
  const failure = status?.conditions?.find(({ type, status: is }) => type === 'ReplicaFailure' && is === 'True');
  if (failure === undefined) return undefined;
  const { reason: word = 'FailedCreate', message = '' } = failure;
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

export function podTrouble(pod: LivePod): Trouble | undefined {
  const [container] = pod.status?.containerStatuses ?? [];
  return (container && containerTrouble(pod, container)) ?? scheduleTrouble(pod) ?? readinessTrouble(pod, container);
}

function containerTrouble(pod: LivePod, container: ContainerStatus): Trouble | undefined {
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
  return crashTrouble(pod, container);
}

function pullCause(message: string): string {
  if (/not found|manifest unknown|name unknown/i.test(message)) return ': not found';
  if (/unauthorized|denied|forbidden|authentication required/i.test(message)) return ': access denied';
  return message === '' ? '' : `: ${shortened(message)}`;
}

function crashTrouble(pod: LivePod, { restartCount = 0, state, lastState }: ContainerStatus): Trouble | undefined {
  const ended = state?.terminated ?? lastState?.terminated;
  if (ended === undefined || (restartCount === 0 && state?.terminated === undefined)) return undefined;
  const { reason: word = 'Error', exitCode = 0 } = ended;
  const how = word === 'OOMKilled' ? 'ran out of memory (OOMKilled)' : `ended with exit code ${exitCode}`;
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
function readinessTrouble(pod: LivePod, container: ContainerStatus | undefined): Trouble | undefined {
  if (container?.state?.running === undefined || isReady(pod)) return undefined;
  return { reason: 'probe_failing', pod, word: 'Unready', text: 'runs but is not ready' };
}

const longest = 300;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
