import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { deliveryReasonWords } from '@wheelhouse/contracts';
import { isApiError } from '@wheelhouse/sdk';
import { reading } from '../../api/reading.ts';
import { deliveriesEveryMs, type DeliveryDetail, deliveryPath, webhookPath } from '../../api/webhooks.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { hostOf } from '../../design/webhook-words.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { AttemptsPart } from './attempts-part.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { Redeliver } from './redeliver.tsx';
import { BodyPart } from './sent-text.tsx';

const route = getRouteApi('/house/webhooks/$webhookId/deliveries/$deliveryId');

/** One event to one webhook: every attempt, what was sent and what was answered. */
export function DeliveryPage() {
  const { webhookId, deliveryId } = route.useParams();
  const { data: webhook } = useQuery(reading(webhookPath, { params: { id: webhookId } }));
  const { data, error, refetch } = useQuery({
    ...reading(deliveryPath, { params: { id: webhookId, delivery_id: deliveryId } }),
    // What has ended does not change any more; what is held may.
    refetchInterval: ({ state }) => (isOver(state.data) ? false : deliveriesEveryMs),
  });
  if (isApiError(error) && (error.status === 404 || error.code === 'invalid_request')) return <NotFoundPage />;
  const above = [
    { label: 'Webhooks', link: { to: '/webhooks' } },
    {
      label: webhook === undefined ? 'Webhook' : hostOf(webhook),
      link: { to: '/webhooks/$webhookId', params: { webhookId } },
    },
  ] as const;
  if (data === undefined)
    return (
      <Page title="Delivery" above={above}>
        {error === null ? (
          <Waiting what="the delivery" />
        ) : (
          <ErrorNotice what="The delivery could not be read" error={error} retry={() => void refetch()} />
        )}
      </Page>
    );
  return (
    <Page
      title={data.event_type}
      above={above}
      state={<State delivery={data} />}
      actions={<Redeliver delivery={data} webhook={webhook} />}
    >
      {error !== null && <ErrorNotice what="The delivery could not be read anew" error={error} />}
      <DeliveryFacts delivery={data} />
      <AttemptsPart delivery={data} />
      <Section title="What is sent" about="The same bytes with every attempt.">
        <BodyPart body={data.body} />
      </Section>
    </Page>
  );
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
          next attempt <Time at={next_attempt_at} />, last possible <Time at={deadline_at} />
        </span>
      )}
      {finished_at !== null && (
        <span className="quiet">
          {state === 'succeeded' ? 'arrived' : 'ended'} <Time at={finished_at} />
        </span>
      )}
    </>
  );
}
