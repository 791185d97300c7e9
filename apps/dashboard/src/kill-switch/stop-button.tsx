import { useKillSwitch } from '../api/kill-switch.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../design/button.tsx';
import { ask } from './asking.ts';

interface StopButtonProps {
  /** One cluster; without it the dialog begins with all. */
  readonly clusterId?: string;
  /** Where there is little room only the icon is seen. */
  readonly wordsClass?: string | undefined;
}

/** For whoever acts. Gone while it is engaged: the banner says so, and leads on. */
export function StopButton({ clusterId, wordsClass }: StopButtonProps) {
  const may = useMay('actions');
  const { engagements } = useKillSwitch();
  const isEngaged = engagements.some(({ cluster_id }) => cluster_id === null || cluster_id === clusterId);
  if (!may || isEngaged) return null;
  return (
    <Button look="danger" icon="stop" onClick={() => ask({ to: 'stop', clusterId })}>
      <span className={wordsClass}>{clusterId === undefined ? 'Stop actions' : 'Stop actions on this cluster'}</span>
    </Button>
  );
}
