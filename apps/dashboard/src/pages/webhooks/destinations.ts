import type { WebhookFormat } from '@wheelhouse/contracts';

interface Destination {
  readonly format: WebhookFormat;
  readonly words: string;
  /** Where to get what it asks for, in two lines. */
  readonly howTo: readonly [string, string];
  readonly command: string;
}

/** Where events can go, in the order in which people are asked. */
export const destinations: readonly Destination[] = [
  {
    format: 'slack',
    words: 'Slack',
    howTo: [
      'At api.slack.com/apps, create an app or open yours, and turn on Incoming Webhooks under Features.',
      'Choose Add New Webhook, pick the channel, and copy the URL that begins with https://hooks.slack.com/services/.',
    ],
    command: 'wheelhouse webhooks create --slack https://hooks.slack.com/services/…',
  },
  {
    format: 'teams',
    words: 'Microsoft Teams',
    howTo: [
      'In Teams, open the menu of the channel, choose Workflows, and then the template that sends webhook alerts to a channel.',
      'Add the workflow, and copy the URL that Teams shows at the end.',
    ],
    command: 'wheelhouse webhooks create --teams https://….powerplatform.com/…',
  },
  {
    format: 'pagerduty',
    words: 'PagerDuty',
    howTo: [
      'In PagerDuty, open the service, then Integrations, and add the integration Events API V2.',
      'Copy its integration key. Each incident here is one alert there, which is acknowledged and resolved with it.',
    ],
    command: 'wheelhouse webhooks create --pagerduty',
  },
  {
    format: 'event',
    words: 'Your own server',
    howTo: [
      'Run a server that takes a POST over https, and give its URL.',
      'It is sent each event as JSON, signed, and again for 24 hours until it answers.',
    ],
    command: 'wheelhouse webhooks create https://hooks.example.com/wheelhouse --events action.pending',
  },
];

export const destinationOf = (format: WebhookFormat): Destination | undefined =>
  destinations.find((one) => one.format === format);
