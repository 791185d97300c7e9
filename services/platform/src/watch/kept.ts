import {
  creationTrouble,
  isGoing,
  isReady,
  type LiveDeployment,
  type LiveObject,
  type LivePod,
  managersOf,
  podTrouble,
  type Trouble,
} from '@wheelhouse/kubernetes';
import type { PodState } from '../apps/schema.ts';
import { appLabel, contentManager, scaleManager } from '../engine/names.ts';
import { podState } from '../engine/state-seen.ts';

/** What is remembered of an object; the object itself is let go. */

interface Kept {
  readonly appId: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly createdAt: number;
}

export type KeptTrouble = Pick<Trouble, 'reason' | 'text'>;

export interface KeptDeployment extends Kept {
  readonly replicas: number;
  readonly updated: number;
  readonly available: number;
  readonly ready: number;
  readonly isObserved: boolean;
  readonly isStalled: boolean;
  readonly trouble: KeptTrouble | undefined;
  /** Who set the count, where it was not asked for here. */
  readonly replicasBy: { readonly manager: string; readonly at: string | null } | undefined;
  /** Who else changed it, whatever it was. */
  readonly changedBy: string | undefined;
}

export interface KeptPod extends Kept {
  readonly state: PodState;
  readonly trouble: KeptTrouble | undefined;
}

export interface KeptService extends Kept {
  readonly changedBy: string | undefined;
}

export function keptDeployment(live: LiveDeployment): KeptDeployment | undefined {
  const base = keptOf(live);
  if (base === undefined) return undefined;
  const { metadata, spec, status = {} } = live;
  const trouble = creationTrouble(live);
  const isStalled = status.conditions?.some(({ type, status: is }) => type === 'Progressing' && is === 'False');
  return {
    ...base,
    replicas: spec?.replicas ?? 1,
    updated: status.updatedReplicas ?? 0,
    available: status.availableReplicas ?? 0,
    ready: status.readyReplicas ?? 0,
    isObserved: (status.observedGeneration ?? 0) >= (metadata.generation ?? 0),
    isStalled: isStalled ?? false,
    trouble: trouble && { reason: trouble.reason, text: trouble.text },
    replicasBy: replicasBy(live),
    changedBy: changedBy(live),
  };
}

export function keptPod(live: LivePod): KeptPod | undefined {
  const base = keptOf(live);
  if (base === undefined || isGoing(live)) return undefined;
  const trouble = isReady(live) ? undefined : podTrouble(live);
  return { ...base, state: podState(live), trouble: trouble && { reason: trouble.reason, text: trouble.text } };
}

export function keptService(live: LiveObject): KeptService | undefined {
  const base = keptOf(live);
  return base && { ...base, changedBy: changedBy(live) };
}

function keptOf({ metadata }: LiveObject): Kept | undefined {
  const appId = metadata.labels?.[appLabel];
  if (appId === undefined || metadata.namespace === undefined) return undefined;
  const createdAt = Date.parse(metadata.creationTimestamp ?? '') || 0;
  return { appId, namespace: metadata.namespace, name: metadata.name, uid: metadata.uid, createdAt };
}

const replicasPath = 'spec.replicas';

function replicasBy(live: LiveDeployment): KeptDeployment['replicasBy'] {
  const owner = managersOf(live).find(({ manager, paths }) => manager !== scaleManager && paths.includes(replicasPath));
  return owner && { manager: owner.manager, at: owner.time ?? null };
}

/** Fields that others may set without changing what was deployed. */
const othersOwn =
  /^(spec\.replicas|metadata\.(finalizers|ownerReferences)\b.*|.*\[kubectl\.kubernetes\.io\/restartedAt\]|metadata\.annotations)$/;

function changedBy(live: LiveObject): string | undefined {
  return managersOf(live).find(
    ({ manager, subresource, paths }) =>
      manager !== contentManager &&
      manager !== scaleManager &&
      subresource === undefined &&
      paths.some((path) => !othersOwn.test(path)),
  )?.manager;
}
