import type { Incident } from '../../api/incidents.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { objectWords } from '../../design/object-words.ts';
import { Section } from '../../design/page.tsx';
import css from './about-part.module.css';

/** More would push the rest out of sight. */
const most = 8;

/** What else is in trouble because of it. */
export function AffectedList({ incident: { affected, affected_total, cluster_id } }: { readonly incident: Incident }) {
  if (affected_total === 0) return null;
  const rest = affected.slice(most);
  const untold = affected_total - affected.length;
  return (
    <Section title={`Also affected (${affected_total})`}>
      <Objects objects={affected.slice(0, most)} clusterId={cluster_id} />
      {rest.length > 0 && (
        <details className={css['more']}>
          <summary>{rest.length} more</summary>
          <Objects objects={rest} clusterId={cluster_id} />
        </details>
      )}
      {untold > 0 && <p className="quiet">and {untold} that are only counted.</p>}
    </Section>
  );
}

function Objects({ objects, clusterId }: { readonly objects: Incident['affected']; readonly clusterId: string }) {
  return (
    <ul className={css['affected']}>
      {objects.map((object) => (
        <li key={objectWords(object)}>
          <ObjectChip object={object} clusterId={clusterId} />
        </li>
      ))}
    </ul>
  );
}
