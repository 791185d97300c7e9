import type { Cluster } from '../../api/clusters.ts';
import { useLiveIncidents } from '../../api/incidents.ts';
import { exact, lengthOf } from '../../design/clock.ts';
import { scopeWords } from '../../design/incident-words.ts';
import { Section } from '../../design/page.tsx';
import css from './window-preview.module.css';
import { scopeOf, type WindowDraft } from './draft.ts';

interface WindowPreviewProps {
  readonly draft: WindowDraft;
  readonly cluster: Cluster | undefined;
}

/** What will be different, in sentences. */
export function WindowPreview({ draft, cluster }: WindowPreviewProps) {
  const { starts, ends, scope } = draft;
  const { incidents = [] } = useLiveIncidents();
  const live = incidents.filter(({ cluster_id }) => cluster_id === cluster?.id).length;
  const begin = starts === '' ? Date.now() : Date.parse(starts);
  const end = Date.parse(ends);
  const isTimed = !Number.isNaN(begin) && !Number.isNaN(end) && end > begin;
  const what = scopeWords(scopeOf(draft));
  const isUnnamed = scope === 'some' && what === scopeWords({ namespaces: null, nodes: null });
  return (
    <Section title="What this does">
      <ul className={css['sentences']}>
        <li>
          {isTimed ? (
            <>
              From {starts === '' ? 'now' : exact(begin)} until {exact(end)}, for {lengthOf(end - begin)},
            </>
          ) : (
            'From its beginning to its end,'
          )}{' '}
          signals of <span className="name">{isUnnamed ? 'what you name' : what}</span> in{' '}
          <span className="name">{cluster?.name ?? 'the cluster'}</span> open no incident. They are kept with the name
          of the window.
        </li>
        <li>Nobody is told of changes to incidents there until it ends.</li>
        <li>At its end, what still fires opens an incident then, with its true start.</li>
        <li>Pages of the cluster say that maintenance is on, and until when. It can be ended at any time.</li>
        {live > 0 && (
          <li>
            {live} {live === 1 ? 'incident is' : 'incidents are'} open in this cluster now and{' '}
            {live === 1 ? 'stays' : 'stay'} open.
          </li>
        )}
      </ul>
    </Section>
  );
}
