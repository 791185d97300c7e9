import css from './score.module.css';
import { Status } from './status.tsx';
import { scoreTone } from './tones.ts';

const words = {
  ok: 'healthy',
  attention: 'impaired',
  failing: 'failing',
} as const;

/** A health score: its number, and what it means. */
export function Score({
  score,
  stale = false,
}: {
  readonly score: number | null | undefined;
  readonly stale?: boolean;
}) {
  if (score === undefined) return <span className="quiet">not known</span>;
  if (score === null) return <span className="quiet">not observed yet</span>;
  return (
    <span className={css['score']}>
      <span className={css['number']}>{score}</span>
      {stale ? (
        <Status tone="unknown">stale</Status>
      ) : (
        <Status tone={scoreTone(score)}>{words[scoreTone(score)]}</Status>
      )}
    </span>
  );
}
