import type { Cluster } from '../../../api/clusters.ts';

interface LimitsProps {
  readonly ids: readonly string[] | null;
  readonly byId: ReadonlyMap<string, Cluster>;
}

/** Where something may act, by names as far as they are known. */
export function Limits({ ids, byId }: LimitsProps) {
  if (ids === null) return <span className="quiet">all clusters</span>;
  if (ids.length === 0) return 'no cluster';
  const named = ids.flatMap((id) => byId.get(id)?.name ?? []);
  const others = ids.length - named.length;
  return (
    <>
      <span className="name">{named.join(', ')}</span>
      {others > 0 && <span className="quiet">{`${named.length > 0 ? ' and ' : ''}${others} not visible to you`}</span>}
    </>
  );
}
