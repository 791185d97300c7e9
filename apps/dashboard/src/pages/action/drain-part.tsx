import { type Action, type Drain, type DrainedPod } from '../../api/actions.ts';
import { Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { DrainBar } from './drain-bar.tsx';
import css from './drain-part.module.css';
import { DrainPods } from './drain-pods.tsx';
import { heardWords, podCount } from './drain-words.ts';
import { Remaining } from './remaining.tsx';
import { useSlowly } from './use-slowly.ts';

interface DrainPartProps {
  readonly action: Action;
  readonly drain: Drain;
}

const none: readonly DrainedPod[] = [];

/** The pods of the node on their way from waiting to gone, and what is in the way of those that are not. */
export function DrainPart({ action, drain }: DrainPartProps) {
  const { finished_at, details } = action;
  const pods = details.pods ?? none;
  const isOver = finished_at !== null;
  return (
    <Section title={isOver ? 'What became of the pods' : 'Pods on the node'}>
      <DrainBar drain={drain} pods={pods} isOver={isOver} />
      <p className={css['node']}>
        <NodeState drain={drain} isOver={isOver} />
        {!isOver && drain.upper_bound_at !== null && (
          <span>
            <Remaining to={drain.upper_bound_at} words={(left) => `at most ${left} left`} now="about to end" />
          </span>
        )}
        {drain.pass > 1 && <span>Pass {drain.pass} of 3: new pods came to the node.</span>}
      </p>
      {!isOver && <Heard drain={drain} pods={pods} />}
      {pods.length > 0 && <DrainPods pods={pods} isOver={isOver} clusterId={action.cluster_id} />}
      {pods.length === 0 && isOver && <p className="quiet">{podCount(0)} had to go.</p>}
    </Section>
  );
}

function NodeState({ drain: { node_cordoned }, isOver }: { readonly drain: Drain; readonly isOver: boolean }) {
  if (node_cordoned) return <Status tone="note">Node is cordoned: no new pods</Status>;
  return <Status tone={isOver ? 'ok' : 'attention'}>Node is not cordoned{isOver ? '' : ' yet'}</Status>;
}

/** Each pod would be too much to listen to. */
function Heard({ drain, pods }: { readonly drain: Drain; readonly pods: readonly DrainedPod[] }) {
  const words = useSlowly(heardWords(drain, pods), 5_000);
  return (
    <p role="status" className="unseen">
      {words}
    </p>
  );
}
