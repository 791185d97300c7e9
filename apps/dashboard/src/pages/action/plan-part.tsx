import type { ReactNode } from 'react';
import type { Plan } from '../../api/actions.ts';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/notice.tsx';
import { Facts } from '../../design/page.tsx';
import { GuardsPart, isQuiet } from './guards-part.tsx';
import { PlanPicture } from './plan-picture.tsx';
import css from './plan-part.module.css';
import { budgetName, budgetWords, podsWords, secondsWords, valueWords } from './plan-words.ts';

interface PlanPartProps {
  readonly plan: Plan;
  /** It has ended, or was carried out: the plan tells what was to be. */
  readonly isPast: boolean;
}

/** What would change, what it touches, what stands in the way, what could go wrong, and how it is undone. */
export function PlanPart({ plan, isPast }: PlanPartProps) {
  const { changes, touches, warnings, undo, target_uid } = plan;
  if (target_uid === null) return <NoTarget plan={plan} isPast={isPast} />;
  return (
    <div className={css['plan']}>
      <PlanPicture plan={plan} done={isPast} />
      {!isPast && <Refused plan={plan} />}
      <PlanWarnings plan={plan} />
      <Facts
        facts={[
          ...changes.map(
            ({ field, before, after }): Fact => [
              shortField(field),
              <span key={field} className="mono name">
                {valueWords(before)} → {valueWords(after)}
              </span>,
            ],
          ),
          ['Pods removed', touches.pods.length === 0 ? 'none' : touches.pods.map(podsWords).join(', ')],
          ['Ends', `within ${secondsWords(plan.upper_bound_seconds)}`],
          [
            undo.possible ? 'How to undo' : 'Undo',
            <span key="undo" className="name">
              {undo.words}
            </span>,
          ],
        ]}
      />
      <GuardsPart guards={plan.guards} isPast={isPast} />
      {warnings.length === 0 && plan.guards.every(isQuiet) && plan.refused === null && !isPast && (
        <p className="quiet">No warnings.</p>
      )}
    </div>
  );
}

function NoTarget({ plan, isPast }: PlanPartProps) {
  return isPast ? (
    <p className="quiet">The target does not exist, so there was nothing to plan.</p>
  ) : (
    <Refused plan={plan} />
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** The path of an annotation says less than its name. */
const shortField = (field: string): string => /\["(.+)"\]$/.exec(field)?.[1] ?? field;

/** Why it would not be carried out as things stand. */
export function Refused({ plan: { refused, blocking_budgets } }: { readonly plan: Plan }) {
  if (refused === null) return null;
  return (
    <Notice tone="attention" title="This action would currently be refused.">
      {blocking_budgets.length === 0 ? (
        <p className="name">{refused.message}</p>
      ) : (
        <>
          <ul className={css['budgets']}>
            {blocking_budgets.map((budget) => (
              <li key={budgetName(budget)}>
                Budget <code className="name">{budgetName(budget)}</code> {budgetWords(budget)}.
              </li>
            ))}
          </ul>
          <p>Next step: propose it with more replicas, or change the disruption budget.</p>
        </>
      )}
    </Notice>
  );
}

export function PlanWarnings({ plan: { warnings } }: { readonly plan: Plan }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={css['warnings']} aria-label="Warnings">
      {warnings.map(({ code, message }) => (
        <li key={code}>
          <Icon name="attention" />
          <span className="name">{message}</span>
        </li>
      ))}
    </ul>
  );
}
