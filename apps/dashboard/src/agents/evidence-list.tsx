import { Link } from '@tanstack/react-router';
import { factParts } from '@wheelhouse/contracts';
import type { Evidence } from '../api/agents.ts';
import { Time } from '../design/time.tsx';
import css from './evidence-list.module.css';
import { placeOf } from './evidence-place.ts';
import { useExcerpts } from './use-excerpts.ts';

/** More would push away what can be done. */
const most = 6;

interface EvidenceListProps {
  readonly evidence: readonly Evidence[];
  /** The look that numbers them, and keeps the last words of what crashed. */
  readonly observationId: string | null;
}

/** What a conclusion rests on, each by its number; the words of logs and events are shown as text. */
export function EvidenceList({ evidence, observationId }: EvidenceListProps) {
  const excerpts = useExcerpts(evidence, observationId);
  if (evidence.length === 0) return null;
  const rest = evidence.length > most + 1 ? evidence.slice(most) : [];
  const shown = evidence.slice(0, evidence.length - rest.length);
  return (
    <div className={css['part']}>
      <h3>What was seen</h3>
      <Items evidence={shown} excerpts={excerpts} />
      {rest.length > 0 && (
        <details>
          <summary className={css['more']}>{rest.length} more</summary>
          <Items evidence={rest} excerpts={excerpts} />
        </details>
      )}
    </div>
  );
}

interface ItemsProps {
  readonly evidence: readonly Evidence[];
  readonly excerpts: ReadonlyMap<number, string>;
}

function Items({ evidence, excerpts }: ItemsProps) {
  return (
    <ol className={css['evidence']}>
      {evidence.map((one) => (
        <li key={one.n} value={one.n}>
          <Item evidence={one} excerpt={excerpts.get(one.n)} />
        </li>
      ))}
    </ol>
  );
}

interface ItemProps {
  readonly evidence: Evidence;
  readonly excerpt: string | undefined;
}

function Item({ evidence: { n, source, summary, at, url }, excerpt }: ItemProps) {
  const place = placeOf(url);
  return (
    <>
      <p className="name">{summary}</p>
      <p className={css['about']}>
        <span>{sourceWords(source)}</span>
        {at !== null && <Time at={at} />}
        {place !== undefined && (
          <Link {...place.link}>
            {place.words}
            <span className="unseen"> of {n}</span>
          </Link>
        )}
      </p>
      {excerpt !== undefined && (
        <details>
          <summary className={css['more']}>Its last lines</summary>
          <pre className={`${css['excerpt']} name`} tabIndex={0} aria-label={`Excerpt of ${n}`} role="region">
            {excerpt}
          </pre>
        </details>
      )}
    </>
  );
}

const sources: Readonly<Record<string, string>> = factParts;

const sourceWords = (source: string): string => sources[source] ?? source;
