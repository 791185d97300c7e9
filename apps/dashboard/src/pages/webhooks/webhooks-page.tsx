import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { webhookStates } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { listing } from '../../api/reading.ts';
import { deliveriesEveryMs, type Webhook, webhooksPath } from '../../api/webhooks.ts';
import { ButtonLink } from '../../design/button.tsx';
import { ChoiceFilter, Filters } from '../../design/filters.tsx';
import { List } from '../../design/list.tsx';
import { Page } from '../../design/page.tsx';
import { Refreshed } from '../actions/refreshed.tsx';
import { LacksDeploy } from './deploy-button.tsx';
import { NoWebhooks } from './no-webhooks.tsx';
import { webhookColumns } from './webhook-columns.tsx';

const route = getRouteApi('/house/webhooks');
const keyOf = ({ id }: Webhook) => id;

/** Who is told of what happens, and whether it arrives. */
export function WebhooksPage() {
  const { state } = route.useSearch();
  const navigate = useNavigate({ from: '/webhooks' });
  const query = useInfiniteQuery({
    ...listing(webhooksPath, { query: { limit: 50, state } }),
    refetchInterval: deliveriesEveryMs,
    placeholderData: keepPreviousData,
  });
  const open = useCallback(
    ({ id }: Webhook) => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id }, search: {} }),
    [navigate],
  );
  const isBare = query.data?.pages[0]?.total === 0 && state === undefined;
  return (
    <Page
      title="Webhooks"
      state={<Refreshed at={query.dataUpdatedAt} isFailing={query.error !== null} />}
      actions={
        !isBare && (
          <ButtonLink to="/webhooks/new" look="primary">
            Create webhook
          </ButtonLink>
        )
      }
    >
      <LacksDeploy />
      {!isBare && (
        <Filters>
          <ChoiceFilter
            label="State"
            none="all"
            value={state}
            choices={webhookStates}
            onChange={(wanted) => void navigate({ to: '.', search: { state: wanted }, replace: true })}
          />
        </Filters>
      )}
      <List
        query={query}
        what="the webhooks"
        label="Webhooks"
        columns={webhookColumns}
        keyOf={keyOf}
        onOpen={open}
        empty={<NoWebhooks isFiltered={state !== undefined} />}
      />
    </Page>
  );
}
