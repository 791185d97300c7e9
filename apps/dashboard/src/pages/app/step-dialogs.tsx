import type { App } from '../../api/apps.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeployDialog } from './deploy-dialog.tsx';
import { RedeployDialog } from './redeploy-dialog.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';
import { ScaleDialog } from './scale-dialog.tsx';
import type { Step } from './use-step.ts';

interface StepDialogsProps {
  readonly app: App;
  readonly step: Step;
  /** The revision that is meant. */
  readonly to: number | undefined;
  readonly onClose: () => void;
}

export function StepDialogs({ app, step, to, onClose }: StepDialogsProps) {
  switch (step) {
    case 'deploy':
      return <DeployDialog app={app} onClose={onClose} />;
    case 'redeploy':
      return <RedeployDialog app={app} onClose={onClose} />;
    case 'roll-back':
      return <RollbackDialog app={app} to={to} onClose={onClose} />;
    case 'scale':
      return <ScaleDialog app={app} onClose={onClose} />;
    case 'cancel':
      return <CancelDialog app={app} onClose={onClose} />;
    default:
      return null;
  }
}
