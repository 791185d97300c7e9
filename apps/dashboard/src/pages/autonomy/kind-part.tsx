import { Link } from '@tanstack/react-router';
import type { ActionKind } from '@wheelhouse/contracts';
import type { FoundAutonomy, LedgerRow } from '../../api/autonomy.ts';
import type { Cluster } from '../../api/clusters.ts';
import { kindWords } from '../../design/action-words.ts';
import { Evidence } from './evidence.tsx';
import css from './kind-part.module.css';
import { LevelChoice } from './level-choice.tsx';
import { rank } from './levels.ts';

interface KindPartProps {
  readonly kind: ActionKind;
  readonly rows: readonly LedgerRow[];
  readonly found: FoundAutonomy;
  readonly cluster: Cluster | undefined;
  readonly byId: ReadonlyMap<string, Cluster>;
}

/** One kind of action: how it went, and beside it how far it may go by itself. */
export function KindPart({ kind, rows, found, cluster, byId }: KindPartProps) {
  const rowOf = (origin: LedgerRow['origin']) => rows.find((row) => row.action === kind && row.origin === origin);
  const [decided, asked] = [rowOf('decision'), rowOf('manual')];
  return (
    <section className={css['kind']}>
      <div className={css['side']}>
        <h2>{kindWords(kind)}</h2>
        <LevelChoice key={cluster?.id} kind={kind} found={found} cluster={cluster} />
        {cluster === undefined && <Stricter kind={kind} found={found} byId={byId} />}
      </div>
      <div className={css['evidence']}>
        {decided === undefined ? (
          <p className="quiet">No decision for it has ended in this period.</p>
        ) : (
          <Evidence title="From decisions" row={decided} />
        )}
        {asked !== undefined && <Evidence title="Requested directly" row={asked} />}
      </div>
    </section>
  );
}

function Stricter({ kind, found: { autonomy }, byId }: Pick<KindPartProps, 'kind' | 'found' | 'byId'>) {
  const stricter = autonomy.clusters.filter(({ effective }) => rank(effective[kind]) > rank(autonomy.tenant[kind]));
  if (stricter.length === 0) return null;
  return (
    <ul className={css['stricter']} aria-label="Stricter on some clusters">
      {stricter.map(({ cluster_id, effective }) => (
        <li key={cluster_id}>
          <strong>{effective[kind]}</strong> on{' '}
          <Link to="/actions/autonomy" search={(old) => ({ ...old, cluster_id })} className="name">
            {byId.get(cluster_id)?.name ?? `…${cluster_id.slice(-8)}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
