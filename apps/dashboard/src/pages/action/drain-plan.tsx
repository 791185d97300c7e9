import type { DrainPlan } from '../../api/actions.ts';
import { Status } from '../../design/status.tsx';
import css from './drain-plan.module.css';
import { budgetHere, budgetSum, byOwner, type PlannedPod, withFate } from './drain-plan-words.ts';
import { podCount } from './drain-words.ts';

interface DrainPlanPartProps {
  readonly drain: DrainPlan;
  readonly isPast?: boolean;
}

/** What becomes of each pod of the node, which budgets have a say in it, and what stays. */
export function DrainPlanPart({ drain, isPast = false }: DrainPlanPartProps) {
  const [evicted, skipped, refused] = [withFate(drain, 'evict'), withFate(drain, 'skip'), withFate(drain, 'refuse')];
  return (
    <>
      {drain.budgets.length > 0 && <DrainBudgets drain={drain} isPast={isPast} />}
      <div className={css['part']}>
        <h3>{isPast ? 'Pods to evict' : evictedTitle(evicted.length + drain.more_pods)}</h3>
        {evicted.length > 0 && <Owners pods={evicted} />}
        {evicted.length > 1 && <InOrder pods={evicted} more={drain.more_pods} />}
      </div>
      {refused.length > 0 && (
        <div className={css['part']}>
          <h3>{podCount(refused.length)} cannot be evicted</h3>
          <Owners pods={refused} />
        </div>
      )}
      <div className={css['part']}>
        <h3>What stays on the node</h3>
        <p className="name">{drain.remains}</p>
        {skipped.length > 0 && (
          <details className={css['fold']}>
            <summary>{podCount(skipped.length)} left alone, and why</summary>
            <Owners pods={skipped} />
          </details>
        )}
      </div>
    </>
  );
}

const evictedTitle = (count: number) => (count === 0 ? 'No pod is evicted' : `${podCount(count)} evicted`);

function Owners({ pods }: { readonly pods: readonly PlannedPod[] }) {
  return (
    <ul className={css['owners']}>
      {byOwner(pods).map(({ key, namespace, of, hasOwner, count, budget, reason }) => (
        <li key={key}>
          <span className="number">{count} ×</span>
          <span>
            <span className="name">{of}</span>
            <span className="quiet name">
              {' '}
              in {namespace}
              {!hasOwner && ', without an owner'}
              {budget !== null && `, budget ${budget}`}
              {reason !== null && `: ${reason}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function InOrder({ pods, more }: { readonly pods: readonly PlannedPod[]; readonly more: number }) {
  return (
    <details className={css['fold']}>
      <summary>The pods, in the order of their eviction</summary>
      <ol className={css['order']}>
        {pods.map(({ namespace, pod }) => (
          <li key={`${namespace}/${pod}`} className="mono name">
            {namespace}/{pod}
          </li>
        ))}
      </ol>
      {more > 0 && <p className="quiet">and {more} more.</p>}
    </details>
  );
}

/** Their arithmetic: what they have, what they need, and what may go; those in the way first. */
export function DrainBudgets({ drain: { budgets }, isPast = false }: DrainPlanPartProps) {
  return (
    <div className={css['part']}>
      <h3>Disruption budgets{isPast && ', when it was planned'}</h3>
      <ul className={css['budgets']}>
        {budgets
          .toSorted((a, b) => Number(b.blocks) - Number(a.blocks))
          .map((budget) => (
            <li key={`${budget.namespace}/${budget.name}`}>
              <span className={css['budget']}>
                <Status tone={budget.blocks ? 'attention' : 'ok'}>
                  {isPast ? (budget.blocks ? 'blocked' : 'let pods go') : budget.blocks ? 'blocks now' : 'lets pods go'}
                </Status>
                <code className="name">
                  {budget.namespace}/{budget.name}
                </code>
                <span className="number">{budgetSum(budget)}</span>
              </span>
              <span className="quiet">{budgetHere(budget, isPast)}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}
