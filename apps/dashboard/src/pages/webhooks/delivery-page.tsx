import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { deliveryReasonWords, webhookFormatWords } from '@wheelhouse/contracts';
import { reading } from '../../api/reading.ts';
import { deliveriesEveryMs, type DeliveryDetail, deliveryPath, type Webhook, webhookPath } from '../../api/webhooks.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { whereOf } from '../../design/webhook-words.ts';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { AttemptsPart } from './attempts-part.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { Redeliver } from './redeliver.tsx';
import { BodyPart } from './sent-text.tsx';

const route = getRouteApi('/signed-in/webhooks/$webhookId/deliveries/$deliveryId');

/** One event to one webhook: every attempt, what was sent and what was answered. */
export function DeliveryPage() {
  const { webhookId, deliveryId } = route.useParams();
  const { data: webhook } = useQuery(reading(webhookPath, { params: { id: webhookId } }));
  const query = useQuery({
    ...reading(deliveryPath, { params: { id: webhookId, delivery_id: deliveryId } }),
    // What has ended does not change any more; what is held may.
    refetchInterval: ({ state }) => (isOver(state.data) ? false : deliveriesEveryMs),
  });
  const above = [
    { label: 'Webhooks', link: { to: '/webhooks' } },
    {
      label: webhook === undefined ? 'Webhook' : whereOf(webhook),
      link: { to: '/webhooks/$webhookId', params: { webhookId } },
    },
  ] as const;
  return (
    <LoadedPage of={query} kind="delivery" above={above}>
      {(delivery) => (
        <Page
          title={delivery.event_type}
          above={above}
          state={<State delivery={delivery} />}
          actions={<Redeliver delivery={delivery} webhook={webhook} />}
        >
          {query.error !== null && <ErrorNotice what="Could not refresh the delivery" error={query.error} />}
          <DeliveryFacts delivery={delivery} />
          <AttemptsPart delivery={delivery} />
          <Section title="Body" about={aboutBody(webhook)}>
            <BodyPart body={delivery.body} />
          </Section>
        </Page>
      )}
    </LoadedPage>
  );
}

function aboutBody(webhook: Webhook | undefined): string {
  const { format = 'event' } = webhook ?? {};
  if (format === 'event') return 'Every attempt sends the same bytes.';
  const made = `What is made of the event for ${webhookFormatWords[format]}.`;
  return format === 'pagerduty'
    ? `${made} The integration key is not shown. An attempt that is late says how the incident stood by then.`
    : made;
}

const isOver = (delivery: DeliveryDetail | undefined): boolean =>
  delivery !== undefined && delivery.finished_at !== null;

function State({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { reason, next_attempt_at, finished_at, state, deadline_at } = delivery;
  return (
    <>
      <DeliveryState delivery={delivery} />
      {reason !== null && <span className="quiet">{deliveryReasonWords[reason]}</span>}
      {next_attempt_at !== null && (
        <span className="quiet">
          next attempt <Time at={next_attempt_at} />, final attempt by <Time at={deadline_at} />
        </span>
      )}
      {finished_at !== null && (
        <span className="quiet">
          {state === 'succeeded' ? 'delivered' : 'ended'} <Time at={finished_at} />
        </span>
      )}
    </>
  );
}
