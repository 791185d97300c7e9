import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClusters } from '../api/clusters.ts';
import { reading } from '../api/reading.ts';
import { useMay } from '../api/session.ts';
import type { PaletteCommand } from './palette-command.ts';

const mostNodes = 5;

interface DrainCommands {
  readonly commands: readonly PaletteCommand[];
  /** In place of "No matches.", while it is not known yet which nodes are meant. */
  readonly hint?: string;
}

/** Nodes may be thousands, so only those are looked up whose name somebody has begun to type: "drain node-7". */
export function useDrainCommands(typed: string): DrainCommands {
  const may = useMay('actions');
  const navigate = useNavigate();
  const { byId } = useClusters();
  const [, begun] = /^\s*drain(?:\s+(\S*))?\s*$/i.exec(typed) ?? [];
  const isMeant = may && /^\s*drain\b/i.test(typed);
  const q = begun?.toLowerCase() ?? '';
  const isAsked = isMeant && q.length >= 2;
  const { data, isFetching } = useQuery({
    ...reading('/k8s-monitor/api/v1/nodes', { query: { q, sort: 'name', limit: mostNodes } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isMeant) return { commands: [] };
  if (!isAsked) return { commands: [], hint: 'Type how the name of the node begins: drain node-7' };
  const commands = (data?.data ?? []).map(({ id, name, cluster_id }): PaletteCommand => {
    const cluster = byId.get(cluster_id);
    return {
      words: cluster === undefined ? `Drain ${name}…` : `Drain ${name} (${cluster.name})…`,
      key: id,
      kind: 'do',
      ...(cluster && { cluster }),
      run: () =>
        void navigate({
          to: '/clusters/$clusterId/nodes',
          params: { clusterId: cluster_id },
          search: { q: name, drain: name },
        }),
    };
  });
  return { commands, ...(isFetching && { hint: 'Looking for nodes…' }) };
}
