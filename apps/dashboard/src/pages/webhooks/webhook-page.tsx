import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { reading } from '../../api/reading.ts';
import { deliveriesEveryMs, type Webhook, webhookPath } from '../../api/webhooks.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { whereOf } from '../../design/webhook-words.ts';
import { Refreshed } from '../actions/refreshed.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { DeliveriesPart } from './deliveries-part.tsx';
import { LacksDeploy } from './deploy-button.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookNotice } from './webhook-notice.tsx';
import { WebhookState } from './webhook-state.tsx';
import { WebhookSteps } from './webhook-steps.tsx';

const route = getRouteApi('/house/webhooks/$webhookId');
const above = [{ label: 'Webhooks', link: { to: '/webhooks' } }] as const;

/** Where it goes, how it stands, and what was delivered. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...reading(webhookPath, { params: { id: webhookId } }),
    refetchInterval: deliveriesEveryMs,
  });
  if (isApiError(error) && (error.status === 404 || error.code === 'invalid_request')) return <NotFoundPage />;
  if (data !== undefined) return <Known webhook={data} at={dataUpdatedAt} error={error} />;
  return (
    <Page title="Webhook" above={above}>
      {error === null ? (
        <Waiting what="the webhook" />
      ) : (
        <ErrorNotice what="The webhook could not be read" error={error} retry={() => void refetch()} />
      )}
    </Page>
  );
}

interface KnownProps {
  readonly webhook: Webhook;
  /** When it was last read. */
  readonly at: number;
  readonly error: Error | null;
}

function Known({ webhook, at, error }: KnownProps) {
  return (
    <Page
      title={whereOf(webhook)}
      above={above}
      state={
        <>
          <WebhookState webhook={webhook} />
          {webhook.description !== '' && <span className="name quiet">{webhook.description}</span>}
          <Refreshed at={at} isFailing={error !== null} />
        </>
      }
      actions={<WebhookSteps webhook={webhook} />}
    >
      <LacksDeploy />
      {error !== null && <ErrorNotice what="The webhook could not be read anew" error={error} />}
      <WebhookNotice webhook={webhook} />
      <WebhookFacts webhook={webhook} />
      <DeliveriesPart webhook={webhook} />
    </Page>
  );
}
