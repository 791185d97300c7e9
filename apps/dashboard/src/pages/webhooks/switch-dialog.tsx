import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { type Webhook, webhookPath, webhooksPath } from '../../api/webhooks.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Command } from '../../design/copy.tsx';
import { say } from '../../design/said.tsx';
import { hostOf } from '../../design/webhook-words.ts';
import css from './dialogs.module.css';

interface SwitchDialogProps {
  readonly webhook: Webhook;
  readonly how: 'pause' | 'enable';
  readonly onClose: () => void;
}

const ways = {
  pause: {
    verb: 'Pause',
    failed: 'The webhook was not paused',
    done: 'Paused',
    about: 'No events are sent while it is paused. New events are held for 30 days, and pending deliveries wait.',
  },
  enable: {
    verb: 'Enable',
    failed: 'The webhook was not enabled',
    done: 'Enabled',
    about: 'New events are sent from now on. Held events stay held: redeliver them one by one from their pages.',
  },
} as const;

export function SwitchDialog({ webhook, how, onClose }: SwitchDialogProps) {
  const { id } = webhook;
  const { verb, failed, done, about } = ways[how];
  const change = useChange(
    () =>
      how === 'pause'
        ? client.post(`${webhookPath}/pause`, { params: { id } })
        : client.post(`${webhookPath}/enable`, { params: { id } }),
    {
      outdates: [webhooksPath, webhookPath],
      done: () => {
        say(`${done} ${hostOf(webhook)}`);
        onClose();
      },
    },
  );
  return (
    <Confirm
      verb={`${verb} ${hostOf(webhook)}`}
      failed={failed}
      open
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <div className={css['words']}>
        <p>{about}</p>
        <Command>{`wheelhouse webhooks ${how} ${id}`}</Command>
      </div>
    </Confirm>
  );
}
