import type { Action } from '../../api/actions.ts';
import { Facts, Section } from '../../design/page.tsx';
import { Who } from '../actions/who.tsx';
import css from './why-part.module.css';

/** Who proposed it, why, how sure they are, and what it rests on. */
export function WhyPart({ action }: { readonly action: Action }) {
  const { origin, reason, confidence, evidence, proposed_by, requested_by } = action;
  const by = proposed_by ?? requested_by;
  return (
    <Section title="Why">
      <p className="name">{reason}</p>
      <Facts
        facts={[
          [
            origin === 'manual' ? 'Requested by' : 'Proposed by',
            by === null ? 'unknown' : <Who key="by" who={by} whole />,
          ],
          ...(proposed_by?.on_behalf_of === undefined
            ? []
            : [
                ['On behalf of', <Who key="for" who={{ type: 'user', id: proposed_by.on_behalf_of }} whole />] as const,
              ]),
          ...(confidence === null ? [] : [['Confidence', <Confidence key="confidence" of={confidence} />] as const]),
        ]}
      />
      {origin === 'decision' && <EvidenceList evidence={evidence} />}
    </Section>
  );
}

function Confidence({ of }: { readonly of: number }) {
  return (
    <span className={css['confidence']}>
      <span className={css['bar']} aria-hidden="true">
        <span style={{ width: `${of * 100}%` }} />
      </span>
      <span className="number">{of.toFixed(2)} of 1</span>
    </span>
  );
}

function EvidenceList({ evidence }: Pick<Action, 'evidence'>) {
  if (evidence.length === 0) return <p className="quiet">No evidence was given.</p>;
  return (
    <div>
      <h3>Evidence</h3>
      <ul className={css['evidence']}>
        {evidence.map(({ source, summary, url }) => (
          <li key={`${source} ${summary}`}>
            <span className="quiet name">{source}</span> <span className="name">{summary}</span>
            {url !== undefined && isWeb(url) && (
              <a className="name" href={url} target="_blank" rel="noopener noreferrer">
                {url}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Strangers wrote it: nothing else is followed. */
const isWeb = (url: string) => /^https?:\/\//i.test(url);
