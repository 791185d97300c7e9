import type { NodeUsage, Usage } from './facts.ts';
import { kibibytes, millis, quantity } from './quantity.ts';
import type { RawNodeUsage, RawPodUsage } from './raw.ts';
import { ownCopy } from './strings.ts';

/** What the metrics API lists of nodes and pods, as facts. */
export function usageOf(nodes: Iterable<RawNodeUsage>, pods: Iterable<RawPodUsage>): Usage {
  const byNode = new Map<string, NodeUsage>();
  for (const { metadata, usage } of nodes) {
    byNode.set(metadata.name ?? '', { cpuMillis: millis(usage?.cpu), memoryKiB: kibibytes(usage?.memory) });
  }
  const byPod = new Map<string, number>();
  for (const { metadata, containers = [] } of pods) {
    const bytes = containers.reduce((sum, { usage }) => sum + (quantity(usage?.memory) ?? 0), 0);
    byPod.set(ownCopy(`${metadata.namespace ?? ''}/${metadata.name ?? ''}`), Math.round(bytes / 1_024));
  }
  return { nodes: byNode, pods: byPod };
}

export const noUsage: Usage = { nodes: new Map(), pods: new Map() };
