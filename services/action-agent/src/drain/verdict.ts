import type { ActionResult, Failure } from '@wheelhouse/contracts';
import { type DrainPod, nameOf, type PodFailure } from '../records/drain-pod.ts';

export type DrainFailed = {
  readonly status: 'failed';
  readonly result: ActionResult | null;
  readonly error: Failure;
};

/** Of a pass that is over and has left pods behind: named by what is the worst of it. */
export function failedPods(pods: readonly DrainPod[]): DrainFailed | undefined {
  const failed = pods.filter(({ status }) => status === 'failed');
  const [code] = codes.filter((one) => failed.some(({ failure }) => failure === one));
  if (code === undefined) return undefined;
  const result = code === 'stuck_terminating' ? code : null;
  const next = nextSteps[code];
  return { status: 'failed', result, error: { code, message: `${named(failed.map(whyText))}. Next step: ${next}.` } };
}

/** In the order in which they name a drain that has several. */
const codes: readonly PodFailure[] = [
  'stuck_terminating',
  'eviction_blocked',
  'two_budgets',
  'no_controller',
  'kubernetes_refused',
  'eviction_unanswered',
];

const nextSteps: Readonly<Record<PodFailure, string>> = {
  stuck_terminating: 'find out what holds the pod, then drain the node again',
  eviction_blocked: 'add replicas or loosen the budget, then drain the node again',
  two_budgets: 'have one budget cover the pod, then drain the node again',
  no_controller: 'have a person drain the node, if the pod may be deleted for good (automated_unmanaged_pods)',
  kubernetes_refused: 'read what the API server says, then drain the node again',
  eviction_unanswered: 'check the API server, then drain the node again',
};

function whyText(pod: DrainPod): string {
  const { failure, reason, attempts, blocked_by: budgets } = pod;
  const why = (reason ?? '').replace(/\.$/, '');
  switch (failure) {
    case 'eviction_blocked':
      return `pod ${nameOf(pod)} was refused ${attempts} times by budget ${pod.namespace}/${budgets.join(', ')}: ${why}`;
    case 'stuck_terminating':
      return `pod ${nameOf(pod)} did not end in time: ${why}`;
    case null:
    case 'two_budgets':
    case 'no_controller':
    case 'kubernetes_refused':
    case 'eviction_unanswered':
      return `pod ${nameOf(pod)}: ${why}`;
    default:
      throw new RangeError(`No such failure: ${JSON.stringify(failure satisfies never)}`);
  }
}

export function returned(pods: readonly DrainPod[], passes: number): DrainFailed {
  const names = named(pods.map(nameOf), ', ');
  const message = `Pods came back ${passes} times and are on the node still: ${names}. Next step: find out which of them tolerate the cordon, then drain the node again.`;
  return { status: 'failed', result: 'pods_returned', error: { code: 'pods_returned', message } };
}

export function uncordoned(node: string): DrainFailed {
  const message = `Someone else uncordoned node ${node} while it was drained, so the drain stopped. Next step: find out who did, then drain it again if it is still needed.`;
  return { status: 'failed', result: null, error: { code: 'uncordoned_by_another', message } };
}

const mostNamed = 5;

function named(texts: readonly string[], between = '; '): string {
  const shown = texts.slice(0, mostNamed).join(between);
  const whole = texts.length > mostNamed ? `${shown} and ${texts.length - mostNamed} more` : shown;
  return between === '; ' ? whole.charAt(0).toUpperCase() + whole.slice(1) : whole;
}
