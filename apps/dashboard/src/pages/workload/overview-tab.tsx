import { Link } from '@tanstack/react-router';
import { Section } from '../../design/page.tsx';
import { ActionsPart } from '../../objects/actions-part.tsx';
import { EventsPart } from '../../objects/events-part.tsx';
import { IssuesPart } from '../../objects/issues-part.tsx';
import { ChangeLine } from './change-line.tsx';
import { PodsPart } from './pods-part.tsx';
import { useWorkload } from './workload-context.ts';
import { WorkloadFacts } from './workload-facts.tsx';
import { hasChanges } from './workload-words.ts';

/** What it is made of and by whom, what is wrong with it, its pods, what happened to it. */
export function WorkloadOverviewTab() {
  const { workload, cluster } = useWorkload();
  const { kind, namespace, name, stale, issues, changes, events, pods } = workload;
  const podObjects = pods.map((pod) => ({ kind: 'Pod', namespace, name: pod.name }));
  return (
    <>
      <WorkloadFacts workload={workload} />
      <IssuesPart issues={issues} />
      {!stale && kind !== 'Pod' && <PodsPart workload={workload} />}
      {hasChanges(kind) && (
        <Section
          title="Changes"
          actions={
            changes.length > 0 && (
              <Link
                to="/clusters/$clusterId/workloads/$kind/$namespace/$name/changes"
                params={{ clusterId: cluster.id, kind, namespace, name }}
              >
                All changes
              </Link>
            )
          }
        >
          <ChangeLine changes={changes} />
        </Section>
      )}
      {!stale && <EventsPart events={events} clusterId={cluster.id} about={workload} />}
      <ActionsPart cluster={cluster} objects={kind === 'Pod' ? [workload] : [workload, ...podObjects]} />
    </>
  );
}
