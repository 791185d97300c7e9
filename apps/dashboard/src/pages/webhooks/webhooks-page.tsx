import { useNavigate } from '@tanstack/react-router';
import { webhookStates } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { listing } from '../../api/reading.ts';
import { deliveriesEveryMs, type Webhook, webhooksPath } from '../../api/webhooks.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { choice } from '../../lists/filter.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { LacksDeploy } from './lacks-deploy.tsx';
import { NoWebhooks } from './no-webhooks.tsx';
import { webhookColumns } from './webhook-columns.tsx';

const filters = [choice('state', 'State', webhookStates, 'all')];

/** Who is told of what happens, and whether it arrives. */
export function WebhooksPage() {
  const navigate = useNavigate();
  const list = useApiList({
    filters,
    ask: (search) => listing(webhooksPath, { query: { limit: 50, ...search } }),
    everyMs: deliveriesEveryMs,
  });
  const open = useCallback(
    ({ id }: Webhook) => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } }),
    [navigate],
  );
  return (
    <ListPage
      title="Webhooks"
      what="webhooks"
      list={list}
      state={<Refreshed at={list.query.dataUpdatedAt} isFailing={list.query.error !== null} />}
      actions={
        !list.isBare && (
          <ButtonLink to="/webhooks/new" look="primary">
            Create webhook
          </ButtonLink>
        )
      }
      notice={<LacksDeploy />}
      columns={webhookColumns}
      onOpen={open}
      empty={<NoWebhooks />}
    />
  );
}
