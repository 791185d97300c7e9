import { useState } from 'react';
import type { DrainedPod } from '../../api/actions.ts';
import { Status } from '../../design/status.tsx';
import css from './drain-part.module.css';
import { budgetsWords, groupTone, groupWords, mostAttempts, type PodGroup, podGroups, podsBy } from './drain-words.ts';
import { Remaining } from './remaining.tsx';

interface DrainPodsProps {
  readonly pods: readonly DrainedPod[];
  readonly isOver: boolean;
}

/** More are folded, unless somebody opens them: what is in the way is what one looks for. */
const mostOpen = 12;

/** Always in view, however many. */
const isTold = (group: PodGroup) => group === 'failed' || group === 'blocked';

export function DrainPods({ pods, isOver }: DrainPodsProps) {
  const by = podsBy(pods);
  return (
    <div className={css['groups']}>
      {podGroups.map((group) => {
        const some = by.get(group) ?? [];
        if (some.length === 0) return null;
        // What is done folds as soon as the node is not small.
        const isSmall = group === 'gone' || group === 'skipped' ? pods.length <= mostOpen : some.length <= mostOpen;
        return <Group key={group} group={group} pods={some} isOver={isOver} opens={isTold(group) || isSmall} />;
      })}
    </div>
  );
}

interface GroupProps extends DrainPodsProps {
  readonly group: PodGroup;
  readonly opens: boolean;
}

function Group({ group, pods, isOver, opens }: GroupProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? opens;
  return (
    <details
      className={css['group']}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setChosen(currentTarget.open);
      }}
    >
      <summary>
        <Status tone={groupTone[group]}>
          {pods.length} {groupWords(group, isOver)}
        </Status>
      </summary>
      {isOpen && (
        <ul className={css['pods']} data-wide={isTold(group)}>
          {pods.map((pod) => (
            <Pod key={`${pod.namespace}/${pod.pod}`} pod={pod} group={group} isOver={isOver} />
          ))}
        </ul>
      )}
    </details>
  );
}

function Pod({ pod, group, isOver }: { readonly pod: DrainedPod; readonly group: PodGroup; readonly isOver: boolean }) {
  const { namespace, pod: name, owner, reason, attempts } = pod;
  return (
    <li>
      <span className="mono name">
        <span className="quiet">{namespace}/</span>
        {name}
      </span>
      {owner !== null && <span className="quiet name">{owner}</span>}
      {isTold(group) && pod.blocked_by.length > 0 && (
        <span className={css['why']}>
          Blocked by <span className="name">{budgetsWords(pod)}</span>: attempt {attempts} of {mostAttempts}
          {!isOver && pod.next_try_at !== null && (
            <>
              , <Remaining to={pod.next_try_at} words={(left) => `next try in ${left}`} now="trying now" />
            </>
          )}
        </span>
      )}
      {group === 'evicting' && !isOver && pod.deadline_at !== null && (
        <span className="quiet">
          <Remaining to={pod.deadline_at} words={(left) => `gone within ${left}`} now="its time is over" />
        </span>
      )}
      {reason !== null && <span className={`${css['why']} quiet name`}>{reason}</span>}
    </li>
  );
}
