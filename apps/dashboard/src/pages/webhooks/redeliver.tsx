import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { deliveriesPath, type DeliveryDetail, deliveryPath, type Webhook } from '../../api/webhooks.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Command } from '../../design/copy.tsx';
import { say } from '../../design/said.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import css from './dialogs.module.css';

interface RedeliverProps {
  readonly delivery: DeliveryDetail;
  readonly webhook: Webhook | undefined;
}

/** The same event once more, as a delivery of its own. */
export function Redeliver({ delivery, webhook }: RedeliverProps) {
  const { id, webhook_id, event_type } = delivery;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const change = useChange(
    async () => (await client.post(`${deliveryPath}/redeliver`, { params: { id: webhook_id, delivery_id: id } })).data,
    {
      outdates: [deliveriesPath, deliveryPath],
      done: (made) => {
        setAsking(false);
        say(`Redelivering ${event_type}`);
        void navigate({
          to: '/webhooks/$webhookId/deliveries/$deliveryId',
          params: { webhookId: webhook_id, deliveryId: made.id },
        });
      },
    },
  );
  const why = whyNot(delivery, webhook);
  return (
    <>
      <ScopeButton scope="deploy" disabled={why !== undefined} title={why} onClick={() => setAsking(true)}>
        Redeliver
      </ScopeButton>
      <Confirm
        verb={`Redeliver ${event_type}`}
        failed="The event was not redelivered"
        open={asking}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate()}
        onClose={() => {
          change.reset();
          setAsking(false);
        }}
      >
        <div className={css['words']}>
          <p>
            The event is sent again with the same event id and a new signature, and retried for 24 hours. A receiver
            that already has it can recognise it by its id.
          </p>
          <Command>{`wheelhouse webhooks resend ${webhook_id} ${id}`}</Command>
        </div>
      </Confirm>
    </>
  );
}

function whyNot({ state, body }: DeliveryDetail, webhook: Webhook | undefined): string | undefined {
  if (state === 'pending') return 'It is still pending and is retried automatically';
  if (body === null) return 'Its event is too old and no longer stored';
  if (webhook !== undefined && webhook.state !== 'active') return `The webhook is ${webhook.state}: enable it first`;
  return undefined;
}
