import { lazy, Suspense } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import type { NodePage } from '../../api/objects.ts';
import { useMay } from '../../api/session.ts';
import { useDialog } from '../../objects/use-dialog.ts';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { drainOf, uncordonOf } from '../cluster/at-once.ts';

const AtOnceDialog = lazy(async () => ({
  default: (await import('../cluster/at-once-dialog.tsx')).AtOnceDialog,
}));

const dialogs = ['drain', 'uncordon'] as const;

/** What a person may have done to it at once. Draining cordons it first. */
export function NodeSteps({
  node: { name, cordoned },
  cluster,
}: {
  readonly node: NodePage;
  readonly cluster: Cluster;
}) {
  const { dialog, open, close } = useDialog(dialogs);
  const may = useMay('actions');
  return (
    <>
      {cordoned && (
        <ScopeButton scope="actions" onClick={() => open('uncordon')}>
          Uncordon…
        </ScopeButton>
      )}
      <ScopeButton scope="actions" onClick={() => open('drain')}>
        Drain…
      </ScopeButton>
      {may && dialog !== undefined && (
        <Suspense>
          <AtOnceDialog
            key={dialog}
            of={dialog === 'drain' ? drainOf(name, cluster.name) : uncordonOf(name)}
            cluster={cluster}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
