import { lazy, Suspense } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import type { WorkloadPage } from '../../api/objects.ts';
import { useMay } from '../../api/session.ts';
import { useDialog } from '../../objects/use-dialog.ts';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { restartOf } from '../cluster/at-once.ts';

const AtOnceDialog = lazy(async () => ({
  default: (await import('../cluster/at-once-dialog.tsx')).AtOnceDialog,
}));

interface WorkloadStepsProps {
  readonly workload: WorkloadPage;
  readonly cluster: Cluster;
}

const dialogs = ['restart'] as const;

/** What a person may have done to it. Other kinds are left to whoever looks after them. */
export function WorkloadSteps({ workload: { kind, namespace, name }, cluster }: WorkloadStepsProps) {
  const { dialog, open, close } = useDialog(dialogs);
  const may = useMay('actions');
  if (kind !== 'Deployment') return null;
  return (
    <>
      <ScopeButton scope="actions" onClick={() => open('restart')}>
        Restart pods…
      </ScopeButton>
      {may && dialog === 'restart' && (
        <Suspense>
          <AtOnceDialog of={restartOf(namespace, name)} cluster={cluster} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
