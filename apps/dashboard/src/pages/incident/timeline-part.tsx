import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { timelineKindNames, timelineKinds } from '@wheelhouse/contracts';
import { useMemo } from 'react';
import { base } from '../../api/client.ts';
import { type IncidentInFull, incidentsPath, type TimelineEntry } from '../../api/incidents.ts';
import { Button, DownloadLink } from '../../design/button.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { Section } from '../../design/page.tsx';
import { TimelineFilters } from '../../design/timeline-filters.tsx';
import { Timeline, type TimelineOrder } from '../../design/timeline.tsx';
import { happeningOf } from './entry.tsx';
import { NoteForm } from './note-form.tsx';
import { useEarlier } from './use-earlier.ts';
import { useReceivers } from './use-receivers.ts';

const route = getRouteApi('/signed-in/incidents/$incidentId');

/** Nothing is told between entries that are nearer than this. */
const gapFromMs = 10 * 60_000;

interface TimelinePartProps {
  readonly incident: IncidentInFull;
  readonly entries: readonly TimelineEntry[];
  readonly onAnswer: (incident: IncidentInFull) => void;
}

/** What happened, in the order of events: signs, changes, what people said and did, who was told. */
export function TimelinePart({ incident, entries, onAnswer }: TimelinePartProps) {
  const { id } = incident;
  const { kind, order: asked } = route.useSearch();
  const order: TimelineOrder = asked === 'oldest' ? 'oldest' : 'newest';
  const navigate = useNavigate();
  const earlier = useEarlier(id, entries);
  const receivers = useReceivers(incident, entries);
  const all = earlier.entries;
  const happened = useMemo(
    () =>
      all
        .filter((entry) => kind === undefined || entry.kind === kind)
        .map((entry) => happeningOf(entry, receivers.get(entry.id) ?? entry.receivers)),
    [all, kind, receivers],
  );
  const there = new Set(all.map((entry) => entry.kind));
  const change = (search: { readonly kind?: string | undefined; readonly order?: string | undefined }) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...search }), replace: true });
  return (
    <Section
      title="Timeline"
      actions={
        <>
          <DownloadLink href={exportOf(id, 'md')}>Export Markdown</DownloadLink>
          <DownloadLink href={exportOf(id, 'json')}>Export JSON</DownloadLink>
        </>
      }
    >
      <NoteForm id={id} onAnswer={onAnswer} />
      <TimelineFilters
        kind={kind}
        kinds={timelineKindNames
          .filter((one) => there.has(one) || one === kind)
          .map((value) => ({ value, label: timelineKinds[value] }))}
        onKind={(chosen) => change({ kind: chosen })}
        order={order}
        onOrder={(chosen) => change({ order: chosen === 'newest' ? undefined : chosen })}
      />
      {order === 'oldest' && <Earlier earlier={earlier} />}
      {happened.length === 0 ? (
        <p className="quiet">Nothing of this kind{earlier.hasMore ? ' among what is shown' : ' has happened'}.</p>
      ) : (
        <Timeline happened={happened} order={order} gapFromMs={gapFromMs} />
      )}
      {order === 'newest' && <Earlier earlier={earlier} />}
    </Section>
  );
}

const exportOf = (id: string, format: 'md' | 'json') => `${base}/api${incidentsPath}/${id}/export?format=${format}`;

function Earlier({ earlier: { hasMore, busy, more, error } }: { readonly earlier: ReturnType<typeof useEarlier> }) {
  return (
    <>
      {error !== null && <ErrorNotice what="Could not load what happened earlier" error={error} />}
      {hasMore && (
        <div>
          <Button busy={busy} onClick={more}>
            Show what happened earlier
          </Button>
        </div>
      )}
    </>
  );
}
