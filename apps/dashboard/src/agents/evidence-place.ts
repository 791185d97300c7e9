import type { LinkProps } from '@tanstack/react-router';
import { isWorkloadKind } from '../design/object-chip.tsx';

export interface Place {
  readonly words: string;
  readonly link: LinkProps;
}

/** Where a piece of evidence is seen in full. Only pages that it can name lead anywhere, whatever else stands there. */
export function placeOf(url: string | null): Place | undefined {
  const [first, ...parts] = parted(url);
  if (first === 'actions' && parts.length === 1) {
    const [actionId = ''] = parts;
    return { words: 'See the action', link: { to: '/actions/$actionId', params: { actionId } } };
  }
  if (first !== 'clusters') return undefined;
  const [clusterId = '', group, ...rest] = parts;
  if (group === 'nodes' && rest.length === 1) {
    const [name = ''] = rest;
    return { words: 'See the node', link: { to: '/clusters/$clusterId/nodes/$name', params: { clusterId, name } } };
  }
  return group === 'workloads' ? workloadPlace(clusterId, rest) : undefined;
}

const workload = '/clusters/$clusterId/workloads/$kind/$namespace/$name';

function workloadPlace(clusterId: string, [kind = '', namespace, name, tab, ...rest]: readonly string[]) {
  if (!isWorkloadKind(kind) || namespace === undefined || name === undefined || rest.length > 0) return undefined;
  const params = { clusterId, kind, namespace, name };
  if (tab === 'logs') return { words: 'See its logs', link: { to: `${workload}/logs`, params } } as const;
  if (tab === 'changes') return { words: 'See its changes', link: { to: `${workload}/changes`, params } } as const;
  return tab === undefined ? ({ words: `See the ${kind}`, link: { to: workload, params } } as const) : undefined;
}

/** An address of this dashboard in its parts; of any other there are none. */
function parted(url: string | null): readonly string[] {
  const [, path] = /^\/((?:[^/?#\\]+\/)*[^/?#\\]+)$/.exec(url ?? '') ?? [];
  if (path === undefined) return [];
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}
