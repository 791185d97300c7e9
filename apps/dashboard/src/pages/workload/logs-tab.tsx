import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { workloadLogs } from '../../api/logs.ts';
import { Command } from '../../design/copy.tsx';
import { ChoiceFilter } from '../../design/filters.tsx';
import { Notice } from '../../design/notice.tsx';
import { LogView } from '../../logs/log-view.tsx';
import { useWorkload } from './workload-context.ts';

/** What its pods write; where the credentials may not read that, what grants it. */
export function WorkloadLogsTab() {
  const { workload } = useWorkload();
  const { logs, namespace } = workload;
  if (logs.allowed !== false) return <Log />;
  return (
    <Notice
      tone="unknown"
      title={
        <>
          Wheelhouse may not read logs in <span className="name">{namespace}</span>.
        </>
      }
    >
      <p>
        The credentials of the cluster lack the permission get on pods/log, which is optional: nothing else needs it. An
        administrator of the cluster grants it{logs.grant === null ? '.' : ' with:'}
      </p>
      {logs.grant !== null && <Command>{logs.grant}</Command>}
      <p>Once it is granted, the log appears here.</p>
    </Notice>
  );
}

function Log() {
  const {
    workload: { kind, namespace, name, containers, cluster_id },
  } = useWorkload();
  const { container, ...search } = useSearch({
    from: '/signed-in/clusters/$clusterId/workloads/$kind/$namespace/$name/logs',
  });
  const navigate = useNavigate();
  const open = useMemo(
    () => workloadLogs(cluster_id, { kind, namespace, name }, container),
    [cluster_id, kind, namespace, name, container],
  );
  return (
    <LogView
      open={open}
      search={search}
      filter={
        containers.length > 1 && (
          <ChoiceFilter
            label="Container"
            value={container}
            none="its usual one"
            choices={containers}
            onChange={(chosen) =>
              void navigate({ to: '.', search: (old) => ({ ...old, container: chosen }), replace: true })
            }
          />
        )
      }
    />
  );
}
