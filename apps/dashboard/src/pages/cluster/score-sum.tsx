import type { OpenIssue } from '../../api/clusters.ts';
import { ImpactList } from '../../design/impact-list.tsx';
import css from './score-sum.module.css';

const most = 4;

interface ScoreSumProps {
  readonly score: number;
  readonly issues: readonly OpenIssue[];
  /** Said where the rest of the page is of another moment. */
  readonly isNow: boolean;
}

/** The sum explained: 100 less what each issue takes. */
export function ScoreSum({ score, issues, isNow }: ScoreSumProps) {
  const taking = issues.filter(({ score_impact }) => score_impact > 0);
  const capped = issues.filter(({ capped: is, score_impact }) => is && score_impact === 0).length;
  const meant = issues.filter(({ expected }) => expected).length;
  const shown = taking.slice(0, most);
  const rest = taking.slice(most).reduce((sum, { score_impact }) => sum + score_impact, 0);
  return (
    <div className={css['sum']}>
      <h2 className={css['head']}>
        {isNow && 'Now: '}
        {sumWords(score, shown, rest)}
      </h2>
      {taking.length === 0 ? (
        <p className="quiet">No open issue lowers the score.</p>
      ) : (
        <ImpactList
          impacts={shown.map(({ id, score_impact, message, object, cluster_id: clusterId, capped: isCapped }) => ({
            key: id,
            points: score_impact,
            message,
            object,
            clusterId,
            note: isCapped ? ', capped' : undefined,
          }))}
        />
      )}
      {taking.length > most && (
        <p className="quiet">
          {taking.length - most === 1
            ? `1 more lowers it by ${rest}.`
            : `${taking.length - most} more lower it by ${rest} in total.`}
        </p>
      )}
      {capped > 0 && (
        <p className="quiet">
          {capped} more {capped === 1 ? 'takes' : 'take'} nothing: {capped === 1 ? 'its' : 'their'} category has taken
          as much as it may (capped).
        </p>
      )}
      {meant > 0 && (
        <p className="quiet">
          {meant} {meant === 1 ? 'takes' : 'take'} nothing while an action runs that is meant to cause{' '}
          {meant === 1 ? 'it' : 'them'} (expected).
        </p>
      )}
    </div>
  );
}

function sumWords(score: number, shown: readonly OpenIssue[], rest: number): string {
  const parts = [...shown.map(({ score_impact }) => score_impact), ...(rest > 0 ? [rest] : [])];
  return parts.length === 0 ? `Score ${score}` : `100 ${parts.map((part) => `− ${part}`).join(' ')} = ${score}`;
}
