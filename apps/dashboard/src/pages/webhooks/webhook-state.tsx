import type { Webhook } from '../../api/webhooks.ts';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { isFailing, webhookTone } from '../../design/webhook-words.ts';
import css from './webhook-state.module.css';

/** The API's word for it; one that is active may fail all the same. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { state, health, disabled_at } = webhook;
  if (isFailing(webhook))
    return (
      <span className={css['state']}>
        <Status tone="failing">failing</Status>
        <For at={health.failing_since} />
      </span>
    );
  return (
    <span className={css['state']}>
      <Status tone={webhookTone[state]}>{state}</Status>
      {state === 'disabled' && <For at={disabled_at} />}
    </span>
  );
}

function For({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <span className="quiet">
      for <Time at={at} as="for" />
    </span>
  );
}
