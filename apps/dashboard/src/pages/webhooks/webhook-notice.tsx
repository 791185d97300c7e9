import type { Webhook } from '../../api/webhooks.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { isFailing } from '../../design/webhook-words.ts';
import { disabledWords } from './disabled-words.ts';

/** What keeps it from being told, and the next step. */
export function WebhookNotice({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.state === 'disabled')
    return (
      <Notice tone="failing" title="This webhook is disabled: no events are sent.">
        <p>{disabledWords(webhook)} Fix the endpoint, send it a test, then enable the webhook.</p>
        <p>{held}</p>
      </Notice>
    );
  if (webhook.state === 'paused')
    return (
      <Notice tone="note" title="This webhook is paused: no events are sent.">
        <p>{held}</p>
      </Notice>
    );
  return isFailing(webhook) ? <Failing webhook={webhook} /> : null;
}

const held = 'New events are held. Once the webhook is enabled, you can redeliver them one by one.';

function Failing({ webhook: { health } }: { readonly webhook: Webhook }) {
  const { consecutive_failures: times, failing_since, next_probe_at } = health;
  return (
    <Notice tone="failing" role="status" title="Deliveries are failing.">
      <p>
        {times === 1 ? 'The last attempt' : `The last ${times} attempts`} failed
        {failing_since !== null && (
          <>
            , the first <Time at={failing_since} />
          </>
        )}
        .{' '}
        {next_probe_at === null ? (
          'Each delivery is retried automatically for 24 hours.'
        ) : (
          <>
            Only one delivery at a time is attempted, next <Time at={next_probe_at} />; the others wait.
          </>
        )}
      </p>
      <p>The newest delivery below shows the response and what to do.</p>
    </Notice>
  );
}
