import { allClusters, type Cluster, phaseStyle } from '../clusters.ts';
import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import type { Column } from '../output/table.ts';

export const run: Run = async ({ out }) => {
  const clusters = await allClusters(await ownClient());
  if (out.isJson) return out.json({ data: clusters, next_cursor: null, total: clusters.length });
  if (clusters.length === 0)
    return out.note('no cluster is registered; next: wheelhouse clusters register NAME --kubeconfig FILE');
  const columns: readonly Column<Cluster>[] = [
    { title: 'NAME', of: ({ name }) => plain(name), style: () => 'bold' },
    { title: 'PHASE', of: ({ phase }) => phase, style: phaseStyle, whole: true },
    { title: 'VERSION', of: ({ version }) => plain(version ?? '-') },
    { title: 'LAST SEEN', of: ({ last_seen_at: at }) => (at === null ? 'never' : out.time(at)), whole: true },
    { title: 'SERVER', of: ({ server }) => plain(server) },
    { title: 'ABOUT', of: ({ phase, message, description }) => plain(phase === 'Ready' ? description : message) },
  ];
  out.table(columns, clusters);
};
