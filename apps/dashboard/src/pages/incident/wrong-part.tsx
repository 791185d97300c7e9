import { incidentCategories } from '@wheelhouse/contracts';
import type { Cluster } from '../../api/clusters.ts';
import type { Incident, TimelineEntry } from '../../api/incidents.ts';
import { Notice } from '../../design/notice.tsx';
import { IncidentLink } from './incident-link.tsx';
import css from './wrong-part.module.css';

interface WrongPartProps {
  readonly incident: Incident;
  readonly entries: readonly TimelineEntry[];
  readonly cluster: Cluster | undefined;
}

/** What is wrong, as the newest sign of it says or as a person has put it, and who notices. */
export function WrongPart({ incident, entries, cluster }: WrongPartProps) {
  const { summary, root_cause, merged_into, affected_total } = incident;
  const sign = signOf(incident, entries);
  return (
    <section aria-label="What is wrong" className={css['wrong']}>
      {merged_into !== null && (
        <Notice tone="note" title="This incident was merged into another, which has its signals and its timeline.">
          <p>
            Go on with <IncidentLink id={merged_into} />.
          </p>
        </Notice>
      )}
      <p className={`${css['what']} name`}>{summary ?? sign}</p>
      {summary !== null && <p className="name">{sign}</p>}
      <p>
        <Whom incident={incident} cluster={cluster} />
        {affected_total > 0 &&
          ` ${affected_total} other ${affected_total === 1 ? 'object is' : 'objects are'} in trouble because of it.`}
      </p>
      {root_cause !== null && (
        <p className={css['cause']}>
          <strong>Root cause:</strong> <span className="name">{root_cause}</span>
        </p>
      )}
    </section>
  );
}

/** The newest sign that was told of what it is about; else of anything; else what its category means. */
function signOf({ category, object }: Incident, entries: readonly TimelineEntry[]): string {
  // That all is quiet is told as a signal too, and is none of a rule.
  const signs = entries.filter(({ kind, data }) => kind === 'signal' && data['rule'] !== undefined);
  const isRoot = (entry: TimelineEntry) =>
    entry.object?.kind === object?.kind &&
    entry.object?.name === object?.name &&
    entry.object?.namespace === object?.namespace;
  const newest = signs.filter(isRoot).at(-1) ?? signs.at(-1);
  return newest?.summary ?? `${category}: ${incidentCategories[category]}.`;
}

function Whom({ incident, cluster }: Omit<WrongPartProps, 'entries'>) {
  const { affected_service: service, namespace, object } = incident;
  const where = cluster === undefined ? 'its cluster' : <span className="name">{cluster.name}</span>;
  if (object?.kind === 'Node')
    return (
      <>
        Who notices: whatever runs on <span className="name">{object.name}</span> of {where}.
      </>
    );
  if (service === '' && namespace === '') return <>Who notices: whoever uses {where}.</>;
  return (
    <>
      Who notices: whoever uses{' '}
      {service !== '' && (
        <>
          <span className="name">{service}</span>
          {namespace !== '' && ' of '}
        </>
      )}
      {namespace !== '' && (
        <>
          namespace <span className="name">{namespace}</span>
        </>
      )}{' '}
      in {where}.
    </>
  );
}
