import { useQuery } from '@tanstack/react-query';
import type { Issue } from '../../api/clusters.ts';
import type { Incident } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';
import { ImpactList } from '../../design/impact-list.tsx';
import { objectsOf } from '../../design/incident-words.ts';
import { objectWords } from '../../design/object-words.ts';
import { Loaded } from '../../loading/loaded.tsx';
import css from './score-part.module.css';

const most = 5;
const everyMs = 5_000;

interface IssuesPartProps {
  readonly incident: Incident;
  /** The moment looked at, where that is not now. */
  readonly at: string | undefined;
}

/** What takes points from the score because of it; of one that is over, what did when it was opened. */
export function IssuesPart({ incident, at }: IssuesPartProps) {
  const { cluster_id, resolved_at, detected_at } = incident;
  const moment = at ?? (resolved_at === null ? undefined : detected_at);
  const query = useQuery({
    ...reading('/k8s-monitor/api/v1/issues', {
      query: { cluster_id, sort: '-impact', limit: 200, ...(moment !== undefined && { at: moment }) },
    }),
    refetchInterval: moment === undefined && everyMs,
  });
  return (
    <div className={css['issues']}>
      <h3>{titleOf(at, resolved_at)}</h3>
      <Loaded of={query} what="its issues">
        {({ data }) => <Issues issues={data} incident={incident} />}
      </Loaded>
    </div>
  );
}

function titleOf(at: string | undefined, resolvedAt: string | null): string {
  if (at !== undefined) return 'Its issues then';
  return resolvedAt === null ? 'Its issues now' : 'Its issues when it was opened';
}

function Issues({ issues, incident }: { readonly issues: readonly Issue[]; readonly incident: Incident }) {
  const objects = objectsOf(incident);
  // Of one that is about no object, or about the cluster as a whole, all are.
  const isOfAll = objects.size === 0;
  const own = issues.filter(({ object }) => isOfAll || objects.has(objectWords(object)));
  const others = issues.length - own.length;
  const rest = own.length - most;
  return (
    <>
      {own.length === 0 ? (
        <p className="quiet">No open issue of what it is about.</p>
      ) : (
        <ImpactList
          impacts={own.slice(0, most).map(({ id, score_impact, message, object, expected, capped }) => ({
            key: id,
            points: score_impact,
            message,
            object,
            note: expected ? ', expected' : capped ? ', capped' : undefined,
          }))}
        />
      )}
      {rest > 0 && <p className="quiet">{rest} more of it.</p>}
      {others > 0 && (
        <p className="quiet">
          {others} other {others === 1 ? 'issue' : 'issues'} of the cluster {others === 1 ? 'is' : 'are'} open too.
        </p>
      )}
    </>
  );
}
