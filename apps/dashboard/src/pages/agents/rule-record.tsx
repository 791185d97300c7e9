import { Link } from '@tanstack/react-router';
import type { Rule } from '../../api/agents.ts';
import css from './rule-record.module.css';

/** How often it helped here, and how sure that makes one. */
export function RuleRecord({ rule: { id, action, record } }: { readonly rule: Rule }) {
  if (action === null || record === null) return null;
  const { judged, cured, confidence, measured } = record;
  return (
    <span className={css['record']}>
      {judged === 0 ? (
        <span className="quiet">never judged here</span>
      ) : (
        <Link to="/agents/verdicts" search={{ rule_id: id }}>
          <span className="number">{cured}</span> of <span className="number">{judged}</span> cured
        </Link>
      )}
      <span className={css['confidence']}>
        <span className={css['bar']} aria-hidden="true">
          <span style={{ width: `${confidence * 100}%` }} />
        </span>
        <span className="quiet">
          {measured ? 'confidence' : 'assumed'} <span className="number">{confidence.toFixed(2)}</span>
        </span>
      </span>
    </span>
  );
}
