import type { Condition } from '../api/agents.ts';
import { Icon } from '../design/icon.tsx';
import css from './condition-list.module.css';

/** All that has to hold before something runs without a person, each with its answer. */
export function ConditionList({ conditions }: { readonly conditions: readonly Condition[] }) {
  if (conditions.length === 0) return null;
  const held = conditions.filter(({ holds }) => holds).length;
  return (
    <details>
      <summary className={css['summary']}>
        {held} of {conditions.length} conditions to act by itself hold
      </summary>
      <ul className={css['conditions']}>
        {conditions.map(({ name, holds, words }) => (
          <li key={name} data-holds={holds}>
            <Icon name={holds ? 'done' : 'close'} />
            <span>
              <span className="unseen">{holds ? 'holds: ' : 'does not hold: '}</span>
              <span className="name">{words}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
