import { lazy, Suspense } from 'react';
import { ask, useAsking } from './asking.ts';

const StopDialog = lazy(async () => ({ default: (await import('./stop-dialog.tsx')).StopDialog }));
const ReleaseDialog = lazy(async () => ({ default: (await import('./release-dialog.tsx')).ReleaseDialog }));

export function KillSwitchDialog() {
  const asking = useAsking();
  if (asking === undefined) return null;
  const { to, clusterId } = asking;
  const close = () => ask(undefined);
  return (
    <Suspense>
      {to === 'stop' ? (
        <StopDialog clusterId={clusterId} onClose={close} />
      ) : (
        <ReleaseDialog clusterId={clusterId} onClose={close} />
      )}
    </Suspense>
  );
}
