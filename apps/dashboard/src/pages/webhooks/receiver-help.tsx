import type { WebhookFormat } from '@wheelhouse/contracts';
import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import { destinationOf } from './destinations.ts';
import css from './receiver-help.module.css';

/** What the other end has to do, or what people see there. */
export function ReceiverHelp({ format }: { readonly format: WebhookFormat }) {
  const { title, lines } = help[format];
  return (
    <Section title={title}>
      <ul className={css['steps']}>
        {lines.map((line) => (
          <li key={line}>
            <p>{line}</p>
          </li>
        ))}
      </ul>
      <p className="quiet">In a terminal:</p>
      <Command>{destinationOf(format)?.command ?? ''}</Command>
    </Section>
  );
}

const chat = {
  title: 'What people will see',
  lines: [
    'A message when an incident opens, changes or is resolved: what is wrong, how severe it is, where, and a link to its page.',
    'A message when an action needs approval: what it would change in one line, and a link to where it is approved.',
    'Names and messages from your clusters are shown as text: they cannot mention anybody or link anywhere.',
  ],
} as const;

const help: Readonly<Record<WebhookFormat, { readonly title: string; readonly lines: readonly string[] }>> = {
  slack: chat,
  teams: chat,
  pagerduty: {
    title: 'What happens in PagerDuty',
    lines: [
      'An incident opens one alert, by its severity: critical, high (error), medium (warning) or low (info).',
      'When somebody acknowledges or resolves the incident here, the alert is acknowledged or resolved.',
      'Approvals are not sent unless you choose them: nothing would end the page of an action that is rejected or expires.',
    ],
  },
  event: {
    title: 'What your receiver must do',
    lines: [
      'Answer each POST with a 2xx status within 10 seconds. Anything else is retried for 24 hours.',
      'Verify Service-Signature with the signing secret, which is shown once after you create the webhook.',
      'Expect duplicates and events out of order: Service-Event-Id stays the same for each event.',
    ],
  },
};
