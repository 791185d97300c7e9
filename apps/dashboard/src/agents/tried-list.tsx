import type { Analysis } from '../api/agents.ts';
import { plainWords } from '../design/agent-words.ts';
import css from './condition-list.module.css';

type Tried = Analysis['tried'][number];

const outcomes: Readonly<Record<Tried['outcome'], string>> = {
  matched: 'matched',
  suggestion: 'suggested something',
  later: 'not yet',
  no: 'no',
  switched_off: 'switched off',
  proposed_before: 'proposed before',
};

/** For who asks why no other rule did something. */
export function TriedList({ analysis: { tried } }: { readonly analysis: Analysis }) {
  if (tried.length === 0) return null;
  return (
    <details>
      <summary className={css['summary']}>
        What {tried.length === 1 ? 'the rule' : `the ${tried.length} rules`} made of it
      </summary>
      <ul className={css['conditions']}>
        {tried.map(({ rule, outcome, words }) => (
          <li key={rule}>
            <span>
              <strong>{plainWords(rule)}</strong> {outcomes[outcome]} <span className="quiet name">{words}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
