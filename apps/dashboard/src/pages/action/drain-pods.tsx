import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DrainedPod } from '../../api/actions.ts';
import { objectLink } from '../../design/object-chip.tsx';
import { Status } from '../../design/status.tsx';
import css from './drain-part.module.css';
import { budgetsWords, groupTone, groupWords, mostAttempts, type PodGroup, podGroups, podsBy } from './drain-words.ts';
import { Remaining } from './remaining.tsx';

interface DrainPodsProps {
  readonly pods: readonly DrainedPod[];
  readonly isOver: boolean;
  readonly clusterId: string;
}

/** More are folded, unless somebody opens them: what is in the way is what one looks for. */
const mostOpen = 12;

/** Always in view, however many. */
const isTold = (group: PodGroup) => group === 'failed' || group === 'blocked';

export function DrainPods({ pods, isOver, clusterId }: DrainPodsProps) {
  const by = podsBy(pods);
  return (
    <div className={css['groups']}>
      {podGroups.map((group) => {
        const some = by.get(group) ?? [];
        if (some.length === 0) return null;
        // What is done folds as soon as the node is not small.
        const isSmall = group === 'gone' || group === 'skipped' ? pods.length <= mostOpen : some.length <= mostOpen;
        const opens = isTold(group) || isSmall;
        return <Group key={group} group={group} pods={some} isOver={isOver} clusterId={clusterId} opens={opens} />;
      })}
    </div>
  );
}

interface GroupProps extends DrainPodsProps {
  readonly group: PodGroup;
  readonly opens: boolean;
}

function Group({ group, pods, isOver, clusterId, opens }: GroupProps) {
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
            <Pod key={`${pod.namespace}/${pod.pod}`} pod={pod} group={group} isOver={isOver} clusterId={clusterId} />
          ))}
        </ul>
      )}
    </details>
  );
}

interface PodProps extends Omit<GroupProps, 'pods' | 'opens'> {
  readonly pod: DrainedPod;
}

function Pod({ pod, group, isOver, clusterId }: PodProps) {
  const { namespace, pod: name, owner, reason, attempts } = pod;
  return (
    <li>
      <span className="mono name">
        <span className="quiet">{namespace}/</span>
        {name}
      </span>
      {owner !== null && <Owner owner={owner} namespace={namespace} clusterId={clusterId} />}
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

interface OwnerProps {
  /** "Deployment web" */
  readonly owner: string;
  readonly namespace: string;
  readonly clusterId: string;
}

/** The pod itself will be gone; what looks after it stays. */
function Owner({ owner, namespace, clusterId }: OwnerProps) {
  const [kind = '', name = ''] = owner.split(' ');
  const link = objectLink({ kind, namespace, name }, clusterId);
  return <span className="quiet name">{link === undefined ? owner : <Link {...link}>{owner}</Link>}</span>;
}
