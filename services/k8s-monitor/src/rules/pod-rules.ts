import type { Rule } from './rule.ts';
import { foundIn, troubledBy } from './troubled-pods.ts';
import { examples } from './words.ts';

const crashLoop: Rule<'steady_seconds'> = {
  name: 'crash_loop',
  category: 'workloads',
  title: 'Crash loop',
  meaning:
    'Containers of the workload exit soon after each start, and Kubernetes waits longer and longer before the next start. A container that is up again counts until it has stayed up for a while.',
  suggestedAction: 'Read its last output: kubectl -n {namespace} logs {pod} --all-containers --previous.',
  undoMayHelp: true,
  steps: [{ afterSeconds: 0, severity: 'critical', impact: 8 }],
  thresholds: {
    steady_seconds: {
      default: 60,
      minimum: 0,
      maximum: 600,
      about: 'how long a container must stay up after a delayed restart',
    },
  },
  *find(state, now, { steady_seconds: steadySeconds }) {
    const until = (since: number | undefined) => (since === undefined ? Infinity : since + steadySeconds * 1_000);
    for (const group of troubledBy(state, 'crash_loop', ({ runningSince }) => now < until(runningSince))) {
      const restarts = Math.max(...group.pods.map(([, trouble]) => trouble.restarts));
      yield {
        ...foundIn(state, group, ['is in a crash loop', 'are in a crash loop'], `Restarts: up to ${restarts}.`),
        until: Math.min(...group.pods.map(([, trouble]) => until(trouble.runningSince))),
      };
    }
  },
};

const oomKilled: Rule<'window_seconds'> = {
  name: 'oom_killed',
  category: 'workloads',
  title: 'OOM killed',
  meaning: 'A container exceeded its memory limit and was killed, either recently or without having come back since.',
  suggestedAction:
    'See what it used: kubectl -n {namespace} top pod {pod} --containers. Then raise the memory limit of the container, or find the leak.',
  steps: [{ afterSeconds: 0, severity: 'warning', impact: 5 }],
  thresholds: {
    window_seconds: { default: 600, minimum: 0, maximum: 86_400, about: 'how long an OOM kill counts' },
  },
  *find(state, now, { window_seconds: windowSeconds }) {
    const until = (at: number | undefined, isRunning: boolean) =>
      isRunning ? (at ?? 0) + windowSeconds * 1_000 : Infinity;
    for (const group of troubledBy(state, 'oom', ({ at, isRunning }) => now < until(at, isRunning))) {
      const containers = [...new Set(group.pods.map(([, { container }]) => container))].toSorted();
      yield {
        ...foundIn(state, group, ['was OOM-killed', 'were OOM-killed'], `Containers: ${examples(containers)}.`),
        until: Math.min(...group.pods.map(([, { at, isRunning }]) => until(at, isRunning))),
      };
    }
  },
};

const imagePull: Rule<never> = {
  name: 'image_pull',
  category: 'workloads',
  title: 'Image cannot be pulled',
  meaning:
    'Containers of the workload cannot start because their image is unavailable: a wrong name or tag, missing credentials, or a registry that does not respond.',
  suggestedAction:
    'See what the registry responded: kubectl -n {namespace} describe pod {pod}. Then fix the name, the tag or the imagePullSecret.',
  undoMayHelp: true,
  steps: [{ afterSeconds: 0, severity: 'critical', impact: 6 }],
  thresholds: {},
  *find(state) {
    for (const group of troubledBy(state, 'image_pull')) {
      const images = [...new Set(group.pods.map(([, { image }]) => image))].toSorted();
      const [, { why }] = group.pods[0] ?? ['', { why: '' }];
      yield foundIn(
        state,
        group,
        ['cannot pull its image', 'cannot pull their image'],
        `Images: ${examples(images)}: ${why}.`,
      );
    }
  },
};

const unschedulable: Rule<never> = {
  name: 'unschedulable',
  category: 'capacity',
  title: 'Unschedulable pods',
  meaning:
    'No node can run the pods: too little free CPU or memory, or a selector, taint, affinity or volume that matches no node.',
  suggestedAction:
    'See why each node was ruled out: kubectl -n {namespace} describe pod {pod}. Then add nodes, lower the requests, or fix the selector or taint it names.',
  steps: [{ afterSeconds: 30, severity: 'warning', impact: 5 }],
  thresholds: {},
  *find(state) {
    for (const group of troubledBy(state, 'unschedulable')) {
      const since = group.pods.flatMap(([, trouble]) => trouble.since ?? []);
      const [, { message }] = group.pods[0] ?? ['', { message: '' }];
      yield {
        ...foundIn(state, group, ['cannot be scheduled', 'cannot be scheduled'], message),
        since: since.length === 0 ? undefined : Math.min(...since),
      };
    }
  },
};

export const podRules: readonly Rule[] = [crashLoop, imagePull, oomKilled];
export const placementRules: readonly Rule[] = [unschedulable];
