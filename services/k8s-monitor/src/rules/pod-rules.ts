import type { Rule } from './rule.ts';
import { foundIn, troubledBy } from './troubled-pods.ts';
import { examples } from './words.ts';

const crashLoop: Rule<'steady_seconds'> = {
  name: 'crash_loop',
  category: 'workloads',
  title: 'Crash loop',
  meaning:
    'Containers of the workload end soon after each start, and Kubernetes waits longer and longer before the next. One that is up again counts until it has stayed up for a while.',
  suggestedAction: 'Read its last words: kubectl -n {namespace} logs {pod} --all-containers --previous.',
  undoMayHelp: true,
  steps: [{ afterSeconds: 0, severity: 'critical', impact: 8 }],
  thresholds: {
    steady_seconds: {
      default: 60,
      minimum: 0,
      maximum: 600,
      about: 'how long a container must stay up after a restart that was held back',
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
  title: 'Killed for memory',
  meaning:
    'A container used more memory than its limit and was killed for it, lately or without having come back since.',
  suggestedAction:
    'See what it used: kubectl -n {namespace} top pod {pod} --containers. Then raise the memory limit of the container, or find the leak.',
  steps: [{ afterSeconds: 0, severity: 'warning', impact: 5 }],
  thresholds: {
    window_seconds: { default: 600, minimum: 0, maximum: 86_400, about: 'how long a kill counts' },
  },
  *find(state, now, { window_seconds: windowSeconds }) {
    const until = (at: number | undefined, isRunning: boolean) =>
      isRunning ? (at ?? 0) + windowSeconds * 1_000 : Infinity;
    for (const group of troubledBy(state, 'oom', ({ at, isRunning }) => now < until(at, isRunning))) {
      const containers = [...new Set(group.pods.map(([, { container }]) => container))].toSorted();
      yield {
        ...foundIn(
          state,
          group,
          ['was killed for memory', 'were killed for memory'],
          `Containers: ${examples(containers)}.`,
        ),
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
    'Containers of the workload cannot start because their image is not to be had: a wrong name or tag, missing credentials, or a registry that does not answer.',
  suggestedAction:
    'See what the registry said: kubectl -n {namespace} describe pod {pod}. Then mend the name, the tag or the imagePullSecret.',
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
        ['is without its image', 'are without their image'],
        `Images: ${examples(images)}: ${why}.`,
      );
    }
  },
};

const unschedulable: Rule<never> = {
  name: 'unschedulable',
  category: 'capacity',
  title: 'Pods without a place',
  meaning:
    'No node takes the pods: too little free CPU or memory, or a selector, taint, affinity or volume that fits nowhere.',
  suggestedAction:
    'See which nodes refused it and why: kubectl -n {namespace} describe pod {pod}. Then add nodes, lower the requests, or mend the selector or taint it names.',
  steps: [{ afterSeconds: 30, severity: 'warning', impact: 5 }],
  thresholds: {},
  *find(state) {
    for (const group of troubledBy(state, 'unschedulable')) {
      const since = group.pods.flatMap(([, trouble]) => trouble.since ?? []);
      const [, { message }] = group.pods[0] ?? ['', { message: '' }];
      yield {
        ...foundIn(state, group, ['is without a place', 'are without a place'], message),
        since: since.length === 0 ? undefined : Math.min(...since),
      };
    }
  },
};

export const podRules: readonly Rule[] = [crashLoop, imagePull, oomKilled];
export const placementRules: readonly Rule[] = [unschedulable];
