import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { incidentPaths, type MaintenanceWindow, windowPath, windowsPath } from '../../api/incidents.ts';
import { Confirm } from '../../design/confirm.tsx';
import { say } from '../../design/said.tsx';

interface EndWindowProps {
  readonly window: MaintenanceWindow;
  readonly onClose: () => void;
}

/** Earlier than was announced, or before it has begun. */
export function EndWindow({ window: { id, name, state, suppressed }, onClose }: EndWindowProps) {
  const isOn = state === 'active';
  const change = useChange(() => client.delete(windowPath, { params: { id } }), {
    outdates: [windowsPath, ...incidentPaths],
    done: () => {
      say(isOn ? `Ended maintenance ${name}` : `Canceled maintenance ${name}`);
      onClose();
    },
  });
  return (
    <Confirm
      verb={isOn ? `End ${name} now` : `Cancel ${name}`}
      failed={isOn ? 'The maintenance was not ended' : 'The maintenance was not canceled'}
      open
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        {isOn
          ? `Whatever it still keeps and still fires opens incidents at once, with their true start.${suppressed === 0 ? ' It has kept no signal so far.' : ''}`
          : 'It has not begun: signals open incidents as always.'}
      </p>
    </Confirm>
  );
}
