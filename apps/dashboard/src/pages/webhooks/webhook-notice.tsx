import type { Webhook } from '../../api/webhooks.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { isFailing } from '../../design/webhook-words.ts';
import { disabledWords } from './disabled-words.ts';

/** What keeps it from being told, and the next step. */
export function WebhookNotice({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.state === 'disabled')
    return (
      <Notice tone="failing" title="Nothing is sent: it is disabled.">
        <p>{disabledWords(webhook)} Mend the endpoint, send it a test, then enable it.</p>
        <p>{held}</p>
      </Notice>
    );
  if (webhook.state === 'paused')
    return (
      <Notice tone="note" title="Nothing is sent: somebody paused it.">
        <p>{held}</p>
      </Notice>
    );
  return isFailing(webhook) ? <Failing webhook={webhook} /> : null;
}

const held = 'What happens meanwhile is held. Once it is enabled, it can be sent anew, one by one.';

function Failing({ webhook: { health } }: { readonly webhook: Webhook }) {
  const { consecutive_failures: times, failing_since, next_probe_at } = health;
  return (
    <Notice tone="failing" role="status" title="What is sent does not arrive.">
      <p>
        {times === 1 ? 'The last attempt' : `The last ${times} attempts`} failed
        {failing_since !== null && (
          <>
            , the first <Time at={failing_since} />
          </>
        )}
        .{' '}
        {next_probe_at === null ? (
          'Each delivery is tried again by itself, for 24 hours.'
        ) : (
          <>
            So only one delivery at a time is tried, next <Time at={next_probe_at} />; the others wait.
          </>
        )}
      </p>
      <p>The newest delivery below says what was answered and what to do.</p>
    </Notice>
  );
}
