import type { ReactNode } from 'react';
import { webhookFormatWords } from '@wheelhouse/contracts';
import { useClusters } from '../../api/clusters.ts';
import type { Webhook } from '../../api/webhooks.ts';
import { Copyable } from '../../design/copy.tsx';
import { Facts } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { Limits } from '../settings/power/limits.tsx';
import { Answered, Success, Waits } from './health-figures.tsx';
import { HoursPart } from './hours-part.tsx';

type Fact = readonly [name: string, value: ReactNode];

/** How it goes, then what was decided about it. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { byId } = useClusters();
  const { id, format, events, cluster_ids, cloudspace_ids, health, created_at } = webhook;
  const { rate_limit_per_second: rate, previous_secret_expires_at: previous } = webhook;
  return (
    <>
      <Facts
        short
        facts={[
          ['Delivered, 24 h', <Success key="success" health={health} />],
          [
            'Response time (p95)',
            health.p95_ms === null ? (
              <span key="p95" className="quiet">
                no responses yet
              </span>
            ) : (
              <Answered key="p95" health={health} />
            ),
          ],
          ['Queue', <Waits key="waits" health={health} />],
          ['Created', <Time key="created" at={created_at} />],
        ]}
      />
      <HoursPart webhook={webhook} />
      <Facts
        facts={[
          ...(format === 'event' ? [] : [['Sent to', webhookFormatWords[format]] satisfies Fact]),
          ['Events', events[0] === '*' ? <span className="quiet">all types</span> : <code>{events.join(', ')}</code>],
          ['Clusters', <Limits key="clusters" ids={cluster_ids} byId={byId} />],
          ...(cloudspace_ids === null ? [] : [['CloudSpaces', `only ${cloudspace_ids.length}`] satisfies Fact]),
          ...(rate === null ? [] : [['Rate', `at most ${rate} per second`] satisfies Fact]),
          ...(previous === null
            ? []
            : [
                [
                  'Signing secret',
                  <span key="secret">
                    the previous one also signs until <Time at={previous} />
                  </span>,
                ] satisfies Fact,
              ]),
          ['Webhook id', <Copyable key="id" text={id} what="the webhook id" />],
        ]}
      />
    </>
  );
}
