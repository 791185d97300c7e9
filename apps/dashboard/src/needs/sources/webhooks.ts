import { useMemo } from 'react';
import { useWebhooks } from '../../api/webhooks.ts';
import type { NeedSource } from '../need.ts';
import { webhookNeeds } from './webhook-needs.ts';

export const webhookSource: NeedSource = {
  what: 'the webhooks',
  everyMs: 30_000,
  useFound: (everyMs) => {
    const { webhooks, error } = useWebhooks(everyMs);
    const needs = useMemo(() => webhookNeeds(webhooks), [webhooks]);
    return { needs, error };
  },
};
