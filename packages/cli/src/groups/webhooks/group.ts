import { deliveryStates, eventTypes } from '@wheelhouse/contracts';
import { argument, option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { filter, list, listOf } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import { clusterNames } from '../clusters/cluster.ts';
import { type Delivery, deliveries, deliveriesPath, deliveryPath, deliveryStyle } from './delivery.ts';
import { deliveryLines } from './tell-delivery.ts';
import { shareText, waitsText, webhookLines, whereText } from './tell-webhook.ts';
import { standingOf, standingStyle, webhookItems, webhookPath, webhooks } from './webhook.ts';

export const commands = [
  list({
    about: 'list webhooks and their status (default)',
    items: webhookItems,
    columns: (out) => [
      { title: 'URL', of: whereText, style: () => 'bold' },
      { title: 'STATE', of: standingOf, style: standingStyle, whole: true },
      { title: 'EVENTS', of: ({ events }) => (events[0] === '*' ? 'all' : events.join(',')) },
      { title: 'DELIVERED', of: shareText, whole: true },
      { title: 'P95', of: ({ health: { p95_ms } }) => (p95_ms === null ? '-' : `${p95_ms} ms`), whole: true },
      { title: 'QUEUE', of: (webhook) => waitsText(out, webhook) },
      { title: 'ID', of: ({ id }) => id, whole: true },
    ],
    empty: 'no webhooks yet; next: wheelhouse webhooks create URL',
  }),
  show(webhooks, {
    about: 'show a webhook and its status',
    lines: async (out, webhook, client) => webhookLines(out, webhook, await clusterNames(client)),
  }),
  command('create', {
    about: 'send events to your server, Slack, Microsoft Teams or PagerDuty',
    arguments: [argument('[url]', 'of your server: https, reachable from the installation')],
    options: [
      option('--slack <url>', 'of an incoming webhook of Slack'),
      option('--teams <url>', 'of a Teams workflow that takes webhook requests'),
      option('--pagerduty', 'to PagerDuty; its integration key is asked for'),
      option('--key-stdin', 'read the integration key of PagerDuty from stdin'),
      option('--events <types>', 'for example action.pending,action.executed; default: what suits it', eventTypes),
      option('--clusters <names>', 'only events of these clusters; comma-separated'),
      option('--description <text>', 'what it is for, or who owns it'),
      option('--rate-limit <count>', 'maximum deliveries per second'),
    ],
    load: () => import('./create.ts'),
  }),
  command('test', {
    about: 'send an example event once and show the response',
    arguments: webhooks.arguments,
    options: [option('--type <type>', 'event type; default: one it subscribes to', eventTypes)],
    load: () => import('./test.ts'),
  }),
  listOf(webhooks, {
    name: 'deliveries',
    about: 'list deliveries; with a delivery id, show its attempts',
    filters: {
      state: filter('--state <states>', 'for example exhausted; comma-separated', deliveryStates),
      event_type: filter('--type <types>', 'for example action.pending; comma-separated', eventTypes),
    },
    newest: 50,
    items: (client, asked, { state, event_type }, { id }) =>
      client.list(deliveriesPath, { params: { id }, query: { ...asked, state, event_type } }),
    columns: ({ time }) => [
      { title: 'STATE', of: ({ state }) => state, style: deliveryStyle, whole: true },
      { title: 'EVENT', of: ({ event_type }) => event_type, style: () => 'bold', whole: true },
      { title: 'RESPONSE', of: answerOf },
      { title: 'ATTEMPTS', of: ({ attempt_count }) => String(attempt_count), whole: true },
      { title: 'CREATED', of: ({ created_at }) => time(created_at), whole: true },
      { title: 'NEXT', of: ({ next_attempt_at: at }) => (at === null ? '-' : time(at)), whole: true },
      { title: 'ID', of: ({ id }) => id, whole: true },
    ],
    empty: 'no matching deliveries',
    orShow: show(
      {
        ...deliveries,
        find: async (client, typed) =>
          (await client.get(deliveryPath, { params: await deliveries.find(client, typed) })).data,
      },
      { about: 'show a delivery and its attempts', lines: deliveryLines },
    ),
  }),
  step(deliveries, 'resend', {
    about: 'send the event of a delivery again, with the same event id',
    call: (client, params) => client.post(`${deliveryPath}/redeliver`, { params }),
    done: ({ id: again, event_type, state }, { id }) =>
      `${event_type} was sent again; it is ${state}. See it: wheelhouse webhooks deliveries ${id} ${again}`,
  }),
  step(webhooks, 'pause', {
    about: 'stop sending; new events are held',
    call: (client, { id }) => client.post(`${webhookPath}/pause`, { params: { id } }),
    done: (webhook) => `${whereText(webhook)} is ${webhook.state}; new events are held`,
  }),
  step(webhooks, 'enable', {
    about: 'send new events again; held ones stay held',
    call: (client, { id }) => client.post(`${webhookPath}/enable`, { params: { id } }),
    done: (webhook) => {
      const { id, state } = webhook;
      const { held } = webhook.health;
      const rest = held === 0 ? '' : `; ${held} remain held: wheelhouse webhooks deliveries ${id} --state held`;
      return `${whereText(webhook)} is ${state}; new events are sent from now on${rest}`;
    },
  }),
  command('rotate-secret', {
    about: 'create a new signing secret, shown once; the old one keeps signing for a while',
    arguments: webhooks.arguments,
    options: [option('--overlap <seconds>', 'how long the old one keeps signing, up to 7 days').default('86400')],
    load: () => import('./rotate-secret.ts'),
  }),
  step(webhooks, 'delete', {
    about: 'delete a webhook; its pending deliveries are canceled',
    confirm: {
      asksFor: 'host',
      expected: ({ url }) => new URL(url).host,
      warning: (webhook) => `This deletes the webhook to ${whereText(webhook)} and cancels its pending deliveries.`,
      participle: 'deleted',
      title: whereText,
    },
    call: (client, { id }) => client.delete(webhookPath, { params: { id } }),
    done: (_, webhook) => `${whereText(webhook)} no longer receives events; its pending deliveries were canceled`,
  }),
];

function answerOf({ last_status, last_failure }: Delivery): string {
  return [last_status, last_failure].filter((one) => one !== null).join(' ') || '-';
}
