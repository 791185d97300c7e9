import type { WorkloadPage } from '../../api/objects.ts';
import type { Tone } from '../../design/status.tsx';
import { workloadTone } from '../../design/tones.ts';

type Reason = NonNullable<WorkloadPage['reason']>;
type StateOf = Pick<WorkloadPage, 'kind' | 'status' | 'message'>;

const tones: Readonly<Record<WorkloadPage['status'], Tone>> = {
  ...workloadTone,
  pending: 'running',
  running: 'running',
  succeeded: 'ok',
  failed: 'failing',
};

/** The API's own word in colours. A Job that runs is under way; a pod that runs is as it should be. */
export function toneOf({ kind, status, message }: StateOf): Tone {
  if (status !== 'running') return tones[status];
  if (message !== null) return 'attention';
  return kind === 'Pod' ? 'ok' : 'running';
}

/** Of these it is not known yet that they will fail: a node may come, a pod may still become ready. */
const mayPass: ReadonlySet<Reason> = new Set(['unschedulable', 'probe_failing']);

/** Of the sentence that says what is wrong. */
export function wrongTone(workload: Pick<WorkloadPage, 'kind' | 'status' | 'message' | 'reason'>): Tone {
  const { reason, status } = workload;
  if (reason === null) return toneOf(workload);
  return mayPass.has(reason) && status !== 'stuck' && status !== 'failed' ? 'attention' : 'failing';
}

/** What to look at next. */
export const reasonSteps: Readonly<Record<Reason, string>> = {
  image_pull_failed:
    'Check the name and the tag of the image, and that the namespace has a pull secret for its registry.',
  crash_loop: 'Read what it wrote before it ended; the events below have its exit code.',
  config_error: 'Look for the ConfigMap, the Secret or the key in it that its containers name.',
  admission_denied: 'Change what the API server refuses; its words are those above.',
  quota_exceeded: 'Lower what the pods request, or raise the quota of the namespace.',
  unschedulable: 'Make room for it: free CPU and memory, a node with the labels it asks for, or a toleration.',
  probe_failing: 'Read its log, and compare the path and the port of the probe with what it serves.',
};

/** Those that the log tells more about, and whether in the container before the last restart. */
export const reasonLogs: Readonly<Partial<Record<Reason, 'now' | 'previous'>>> = {
  crash_loop: 'previous',
  probe_failing: 'now',
};

/** Kinds whose pods and template are watched, so that their changes are kept. */
export const hasChanges = (kind: WorkloadPage['kind']): boolean =>
  kind === 'Deployment' || kind === 'StatefulSet' || kind === 'DaemonSet';
