import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClusters } from '../api/clusters.ts';
import { reading } from '../api/reading.ts';
import { type KubernetesObject, objectLink } from '../design/object-chip.tsx';
import { objectWords } from '../design/object-words.ts';
import type { PaletteCommand } from './palette-command.ts';

interface ObjectCommands {
  readonly commands: readonly PaletteCommand[];
  /** In place of "No matches.", while it is not known yet what there is. */
  readonly hint?: string;
}

const most = 5;
const leastTyped = 2;

/** Workloads and nodes may be thousands, so they are looked up by how a name begins: "checkout", "node-7". */
export function useObjectCommands(typed: string): ObjectCommands {
  const navigate = useNavigate();
  const { byId } = useClusters();
  const q = typed.trim().toLowerCase();
  // A name of Kubernetes; with a space in it, it is something to do.
  const isAsked = q.length >= leastTyped && /^[a-z0-9.-]{1,253}$/.test(q);
  const query = { q, sort: 'name', limit: most } as const;
  const asked = { enabled: isAsked, placeholderData: keepPreviousData };
  const workloads = useQuery({ ...reading('/k8s-monitor/api/v1/workloads', { query }), ...asked });
  const nodes = useQuery({ ...reading('/k8s-monitor/api/v1/nodes', { query }), ...asked });
  if (!isAsked) return { commands: [] };
  const to = (kind: 'workload' | 'node', id: string, clusterId: string, object: KubernetesObject): PaletteCommand => {
    const cluster = byId.get(clusterId);
    const link = objectLink(object, clusterId);
    return {
      words: objectWords(object),
      key: `${kind} ${id}`,
      kind,
      ...(cluster !== undefined && { cluster }),
      run: () => void (link && navigate(link)),
    };
  };
  return {
    commands: [
      ...(workloads.data?.data ?? []).map((workload) => to('workload', workload.id, workload.cluster_id, workload)),
      ...(nodes.data?.data ?? []).map(({ id, cluster_id, name }) => to('node', id, cluster_id, { kind: 'Node', name })),
    ],
    ...((workloads.isFetching || nodes.isFetching) && { hint: 'Looking for workloads and nodes…' }),
  };
}
