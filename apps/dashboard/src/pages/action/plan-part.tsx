import type { ReactNode } from 'react';
import type { Plan } from '../../api/actions.ts';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/notice.tsx';
import { Facts } from '../../design/page.tsx';
import { DrainPlanPart } from './drain-plan.tsx';
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
  const { changes, touches, warnings, undo, target_uid, drain } = plan;
  if (target_uid === null) return <NoTarget plan={plan} isPast={isPast} />;
  return (
    <div className={css['plan']}>
      <PlanPicture plan={plan} done={isPast} />
      {!isPast && <Refused plan={plan} />}
      <PlanWarnings plan={plan} />
      {drain !== null && <DrainPlanPart drain={drain} isPast={isPast} />}
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
          ...(drain === null
            ? [['Pods removed', touches.pods.length === 0 ? 'none' : touches.pods.map(podsWords).join(', ')] as const]
            : []),
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
export function Refused({ plan: { refused, blocking_budgets, drain } }: { readonly plan: Plan }) {
  if (refused === null) return null;
  // A drain waits for budgets: they are no reason to refuse it.
  const isByBudgets = blocking_budgets.length > 0 && drain === null;
  return (
    <Notice tone="attention" title="This action would currently be refused.">
      {!isByBudgets ? (
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
  const isLong = warnings.length > mostWarnings + 1;
  return (
    <div>
      <WarningList warnings={isLong ? warnings.slice(0, mostWarnings) : warnings} label="Warnings" />
      {isLong && (
        <details className={css['more']}>
          <summary>{warnings.length - mostWarnings} more warnings</summary>
          <WarningList warnings={warnings.slice(mostWarnings)} label="More warnings" />
        </details>
      )}
    </div>
  );
}

/** A full node has some for each owner of its pods. */
const mostWarnings = 6;

function WarningList({ warnings, label }: Pick<Plan, 'warnings'> & { readonly label: string }) {
  return (
    <ul className={css['warnings']} aria-label={label}>
      {warnings.map(({ code, message }) => (
        <li key={`${code} ${message}`}>
          <Icon name="attention" />
          <span className="name">{message}</span>
        </li>
      ))}
    </ul>
  );
}
