import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Because } from '../../agents/decided-part.tsx';
import { type Action, actionPath, actionsEveryMs } from '../../api/actions.ts';
import { type Analysis, hasDecided } from '../../api/agents.ts';
import type { Cluster } from '../../api/clusters.ts';
import type { Incident, TimelineEntry } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';
import { actionWords, statusWords } from '../../design/action-words.ts';
import { Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { actionTone } from '../../design/tones.ts';
import { DecisionBar } from '../action/decision-bar.tsx';
import { PlanWarnings, Refused } from '../action/plan-part.tsx';
import { undecided } from './proposals.ts';
import css from './proposed-part.module.css';

interface ProposedPartProps {
  readonly incident: Incident;
  readonly entries: readonly TimelineEntry[];
  readonly cluster: Cluster | undefined;
  /** As far as they are known: one of them may say why it is asked. */
  readonly analyses: readonly Analysis[] | undefined;
}

/** What somebody proposes to do about it, with its plan, and the yes to it. */
export function ProposedPart({ incident, entries, cluster, analyses = [] }: ProposedPartProps) {
  const ids = useMemo(() => undecided(entries), [entries]);
  const queries = useQueries({
    queries: ids.map((id) => ({
      ...reading(actionPath, { params: { id } }),
      refetchInterval: ({ state }: { readonly state: { readonly data: Action | undefined } }) =>
        !isOver(state.data) && actionsEveryMs,
    })),
  });
  // One that cannot be read, or is over, is told by the timeline all the same.
  const open = queries.flatMap(({ data }) => (data !== undefined && isOpen(data) ? [data] : []));
  if (open.length === 0) return null;
  return (
    <Section title={open.some(({ status }) => status === 'pending_approval') ? 'Proposed' : 'Being done'}>
      {open.map((action) => (
        <Proposed
          key={action.id}
          action={action}
          cluster={cluster}
          isOwn={action.incident_id === incident.id}
          analysis={analyses.find((one) => hasDecided(one, action))}
        />
      ))}
    </Section>
  );
}

const isOver = (action: Action | undefined) => action !== undefined && !isOpen(action);
const isOpen = ({ status }: Action) => status === 'pending_approval' || status === 'executing';

interface ProposedProps {
  readonly action: Action;
  readonly cluster: Cluster | undefined;
  /** Proposed because of this incident, not only about the same object. */
  readonly isOwn: boolean;
  /** The one that it came of. */
  readonly analysis: Analysis | undefined;
}

function Proposed({ action, cluster, isOwn, analysis }: ProposedProps) {
  const { id, status, plan, reason } = action;
  return (
    <article className={css['proposed']}>
      <p>
        <Status tone={actionTone[status]}>{statusWords(status)}</Status>
      </p>
      <p className={css['what']}>
        <Link to="/actions/$actionId" params={{ actionId: id }} className="name">
          {actionWords(action)}
        </Link>
      </p>
      {/* What was found stands below, in the same words. */}
      {analysis === undefined && <p className="quiet name">{reason}</p>}
      {!isOwn && <p className="quiet">It was not proposed for this incident, but acts on what it is about.</p>}
      {plan !== null && status === 'pending_approval' && (
        <>
          <Refused plan={plan} />
          <PlanWarnings plan={plan} />
        </>
      )}
      <DecisionBar action={action} cluster={cluster} isPart />
      {analysis !== undefined && <Because analysis={analysis} />}
    </article>
  );
}
