import { usualEvents, type WebhookFormat } from '@wheelhouse/contracts';
import { useState } from 'react';
import type { Webhook } from '../../api/webhooks.ts';

/** Where PagerDuty takes events, by its service regions. */
export const pagerdutyUrls = {
  us: 'https://events.pagerduty.com/v2/enqueue',
  eu: 'https://events.eu.pagerduty.com/v2/enqueue',
} as const;

type EventName = Exclude<Webhook['events'][number], '*'>;

/** What people decide about a webhook. */
export interface Draft {
  readonly format: WebhookFormat;
  readonly url: string;
  /** Of PagerDuty; empty: the one it has. */
  readonly routingKey: string;
  /** Null: all of them, also those to come. */
  readonly events: readonly EventName[] | null;
  readonly cluster_ids: readonly string[] | null;
  readonly description: string;
  /** Empty: as many as it answers. */
  readonly rate: string;
}

const common = { routingKey: '', cluster_ids: null, description: '' } as const;

/** As it begins for whoever chooses where it goes. */
export const newDrafts: Readonly<Record<WebhookFormat, Draft>> = {
  slack: { ...common, format: 'slack', url: 'https://', events: usualEvents.slack, rate: '1' },
  teams: { ...common, format: 'teams', url: 'https://', events: usualEvents.teams, rate: '' },
  pagerduty: { ...common, format: 'pagerduty', url: pagerdutyUrls.us, events: usualEvents.pagerduty, rate: '' },
  event: { ...common, format: 'event', url: 'https://', events: null, rate: '' },
};

export function draftOf(webhook: Webhook): Draft {
  const { format, url, events, cluster_ids, description, rate_limit_per_second: rate } = webhook;
  const named = events.filter((name): name is EventName => name !== '*');
  return {
    format,
    url,
    routingKey: '',
    events: named.length === 0 ? null : named,
    cluster_ids,
    description,
    rate: rate === null ? '' : String(rate),
  };
}

/** Boxes left empty mean neither none nor all. */
interface Faults {
  readonly events?: string;
  readonly cluster_ids?: string;
}

function faultsOf({ events, cluster_ids }: Draft): Faults {
  return {
    ...(events?.length === 0 && { events: 'Choose at least one event type, or all of them' }),
    ...(cluster_ids?.length === 0 && { cluster_ids: 'Choose at least one cluster, or all of them' }),
  };
}

export function useDraft(before: Draft) {
  const [value, setValue] = useState(before);
  const [faults, setFaults] = useState<Faults>({});
  return {
    value,
    faults,
    change: (part: Partial<Draft>) => {
      setValue({ ...value, ...part });
      setFaults({});
    },
    /** Where it goes decides what else is asked; what was said of both stays. */
    choose: (format: WebhookFormat) => {
      const { description, cluster_ids } = value;
      setValue({ ...newDrafts[format], description, cluster_ids });
      setFaults({});
    },
    isWhole: () => {
      const found = faultsOf(value);
      setFaults(found);
      return Object.keys(found).length === 0;
    },
  };
}

export type DraftState = ReturnType<typeof useDraft>;

/** As the API takes it. */
export function bodyOf({ url, routingKey, events, cluster_ids, description, rate }: Draft) {
  return {
    url: url.trim(),
    ...(routingKey.trim() === '' ? {} : { routing_key: routingKey.trim() }),
    events: events ?? (['*'] as const),
    cluster_ids,
    description,
    rate_limit_per_second: rate === '' ? null : Number(rate),
  };
}

type Body = ReturnType<typeof bodyOf>;

/** Only what is different: what somebody else changed meanwhile stays. */
export function changesOf(before: Draft, after: Draft): Partial<Body> {
  const [old, now] = [bodyOf(before), bodyOf(after)];
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return {
    ...(same(old.url, now.url) ? {} : { url: now.url }),
    ...(now.routing_key === undefined ? {} : { routing_key: now.routing_key }),
    ...(same(old.events, now.events) ? {} : { events: now.events }),
    ...(same(old.cluster_ids, now.cluster_ids) ? {} : { cluster_ids: now.cluster_ids }),
    ...(same(old.description, now.description) ? {} : { description: now.description }),
    ...(same(old.rate_limit_per_second, now.rate_limit_per_second)
      ? {}
      : { rate_limit_per_second: now.rate_limit_per_second }),
  };
}
