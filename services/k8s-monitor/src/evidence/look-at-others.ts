import { selectorText } from '@wheelhouse/kubernetes';
import { found } from '../live/asking.ts';
import { listed } from '../live/listed.ts';
import { inOrder, type PagePod } from '../live/pods.ts';
import { keepAutoscaler } from '../state/keep.ts';
import type { RawAutoscaler } from '../state/raw.ts';
import type { WorkloadPlace } from '../workload-page/schema.ts';
import { subjectOf } from '../workload-page/subject.ts';
import { autoscalersIn, factAutoscaler } from './autoscalers.ts';
import { factBudget, type LiveBudget } from './budgets.ts';
import { crashLogs } from './logs.ts';
import { lookAtSubject } from './look-at-pods.ts';
import { type Looking, mostPods, nothingTold, oneCall, type Told } from './looking.ts';
import { factPod } from './pods.ts';
import { warningsAbout } from './warnings.ts';

/** With what it scales, as far as that is a kind we know. */
export async function lookAtAutoscaler(looking: Looking, namespace: string, name: string): Promise<Told> {
  const { client, parts, signal, partsSignal } = looking;
  const live = await found(client.get<RawAutoscaler>(`${autoscalersIn(namespace)}/${name}`, {}, signal));
  if (live === undefined) return nothingTold;
  const autoscaler = factAutoscaler(keepAutoscaler(live));
  const sought = { kind: 'HorizontalPodAutoscaler', name };
  const { kind = '', name: target = '' } = live.spec?.scaleTargetRef ?? {};
  const place: WorkloadPlace | undefined =
    kind === 'Deployment' || kind === 'StatefulSet' ? { kind, namespace, name: target } : undefined;
  const subject = place && (await parts.see('workload', subjectOf(client, place, partsSignal)));
  if (subject !== undefined)
    return { ...(await lookAtSubject(looking, subject, { sought, autoscaler })), scales: subject.place };
  const warnings = await warningsAbout(looking, namespace, sought, (about) => isSame(about, sought));
  return { ...nothingTold, exists: true, autoscaler, warnings, scales: place };
}

/** With the pods that it covers. */
export async function lookAtBudget(looking: Looking, namespace: string, name: string): Promise<Told> {
  const { client, parts, at, signal, partsSignal } = looking;
  const path = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets/${name}`;
  const live = await found(client.get<LiveBudget>(path, {}, signal));
  if (live === undefined) return nothingTold;
  const selector = live.spec?.selector ?? null;
  const labelSelector = selector === null ? '' : selectorText(selector);
  const options = { ...(labelSelector === '' ? {} : { labelSelector }), signal: partsSignal };
  const asked =
    selector === null
      ? { items: [], isAll: true }
      : await parts.see('pods', listed<PagePod>(client, `/api/v1/namespaces/${namespace}/pods`, options, oneCall));
  const pods = inOrder(asked?.items ?? []);
  const names = new Set(pods.map(({ metadata }) => metadata.name));
  const sought = { kind: 'PodDisruptionBudget', name };
  const warnings = await warningsAbout(
    looking,
    namespace,
    sought,
    (about) => isSame(about, sought) || (about.kind === 'Pod' && names.has(about.name)),
  );
  return {
    ...nothingTold,
    exists: true,
    pods: pods.slice(0, mostPods).map((pod) => factPod(pod, null, at)),
    pods_total: asked?.isAll === true ? pods.length : null,
    budgets: [factBudget(live)],
    warnings,
    logs: [...(await crashLogs(client, namespace, pods, parts, partsSignal))],
  };
}

interface Named {
  readonly kind: string;
  readonly name: string;
}

function isSame(one: Named, other: Named): boolean {
  return one.kind === other.kind && one.name === other.name;
}
