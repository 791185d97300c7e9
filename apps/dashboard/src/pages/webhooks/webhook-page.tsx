import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { reading } from '../../api/reading.ts';
import { deliveriesEveryMs, type Webhook, webhookPath } from '../../api/webhooks.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { whereOf } from '../../design/webhook-words.ts';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { DeliveriesPart } from './deliveries-part.tsx';
import { LacksDeploy } from './lacks-deploy.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookNotice } from './webhook-notice.tsx';
import { WebhookState } from './webhook-state.tsx';
import { WebhookSteps } from './webhook-steps.tsx';

const route = getRouteApi('/signed-in/webhooks/$webhookId');
const above = [{ label: 'Webhooks', link: { to: '/webhooks' } }] as const;

/** Where it goes, how it stands, and what was delivered. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const query = useQuery({
    ...reading(webhookPath, { params: { id: webhookId } }),
    refetchInterval: deliveriesEveryMs,
  });
  return (
    <LoadedPage of={query} kind="webhook" above={above}>
      {(webhook) => <Known webhook={webhook} at={query.dataUpdatedAt} error={query.error} />}
    </LoadedPage>
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
      {error !== null && <ErrorNotice what="Could not refresh the webhook" error={error} />}
      <WebhookNotice webhook={webhook} />
      <WebhookFacts webhook={webhook} />
      <DeliveriesPart webhook={webhook} />
    </Page>
  );
}
