import { fitted } from './clean.ts';
import type { Message } from './message.ts';
import type { Standing, Weight } from './told.ts';

const most = { summary: 1_024, text: 4_096, value: 1_024, dedupKey: 255, place: 255 };

/** What is only news may wait for the morning; PagerDuty has no other word for it. */
const actions: Readonly<Record<Standing, 'trigger' | 'acknowledge' | 'resolve'>> = {
  begins: 'trigger',
  in_hand: 'acknowledge',
  over: 'resolve',
  news: 'trigger',
};

const severities: Readonly<Record<Weight, 'critical' | 'error' | 'warning' | 'info'>> = {
  critical: 'critical',
  high: 'error',
  medium: 'warning',
  low: 'info',
};

/** For the Events API v2. Whatever is told of one thing has its id as `dedup_key`; of a test, one of its own. */
export function pagerduty(message: Message, routingKey: string): string {
  const { about, standing, isTest, link } = message;
  const action = actions[standing];
  const head = {
    routing_key: routingKey,
    event_action: action,
    dedup_key: fitted(isTest ? `test-${about}` : about, most.dedupKey),
  };
  if (action !== 'trigger') return JSON.stringify(head);
  return JSON.stringify({
    ...head,
    client: 'Wheelhouse',
    ...(link === undefined ? {} : { client_url: link, links: [{ href: link, text: message.open }] }),
    payload: payloadOf(message),
  });
}

function payloadOf(message: Message) {
  const { alert, weight, isTest, cluster, namespace, component, category, at, lines, facts } = message;
  const text = lines.join('\n');
  return {
    summary: fitted(alert, most.summary),
    severity: isTest ? 'info' : severities[weight],
    source: cluster === '' ? 'wheelhouse' : cluster,
    ...placed('component', component),
    ...placed('group', namespace),
    ...placed('class', category),
    ...placed('timestamp', at),
    custom_details: {
      ...(text === '' ? {} : { text: fitted(text, most.text) }),
      ...Object.fromEntries(facts.map(([label, value]) => [label, fitted(value, most.value)])),
    },
  };
}

function placed(field: string, text: string) {
  return text === '' ? {} : { [field]: fitted(text, most.place) };
}
