import type { WorkloadPage } from '../../api/objects.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { reasonLogs, reasonSteps, wrongTone } from './workload-words.ts';

/** What is wrong in one sentence, and what to look at next. Nothing while nothing is. */
export function WrongNotice({ workload }: { readonly workload: WorkloadPage }) {
  const { cluster_id: clusterId, kind, namespace, name, message, reason } = workload;
  if (message === null) return null;
  const logs = reason === null ? undefined : reasonLogs[reason];
  return (
    <Notice
      tone={wrongTone(workload)}
      role="status"
      title={<span className="name">{message}</span>}
      actions={
        logs !== undefined && (
          <ButtonLink
            to="/clusters/$clusterId/workloads/$kind/$namespace/$name/logs"
            params={{ clusterId, kind, namespace, name }}
            search={logs === 'previous' ? { previous: 'true' } : {}}
          >
            {logs === 'previous' ? 'Read the log before the restart' : 'Read its log'}
          </ButtonLink>
        )
      }
    >
      {reason !== null && <p>{reasonSteps[reason]}</p>}
    </Notice>
  );
}
