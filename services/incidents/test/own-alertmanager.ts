import { alertmanagerReceiver } from '@wheelhouse/contracts';
import { freePort } from '@wheelhouse/testkit';
import { type Alertmanager, startAlertmanager } from '../../../dev/engines/alertmanager/instance.ts';
import { openHome } from '../../../dev/engines/runtime/home.ts';

/** What Prometheus tells it. */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** When it ended; it fires until then. */
  readonly endsAt?: string;
}

/** A real Alertmanager, with the receiver that people are told to use. */
export interface OwnAlertmanager extends Pick<Alertmanager, 'stop'> {
  readonly tell: (...alerts: readonly Alert[]) => Promise<void>;
  /**
   * How many notifications it has sent so far, how many of those failed, and why, unless the answer only came too late: that
   * says how busy the machine is, and it sends them again.
   */
  readonly sent: () => Promise<{ readonly all: number; readonly failed: number; readonly faults: readonly string[] }>;
}

/** In haste: it waits for nothing before it sends, and sends again what fires every second or two. */
const route = `route:
  receiver: wheelhouse
  group_by: [alertname]
  group_wait: 0s
  group_interval: 1s
  repeat_interval: 1s
`;

export async function ownAlertmanager(
  installationUrl: string,
  token: string,
  clusterId?: string,
): Promise<OwnAlertmanager> {
  const receiver = alertmanagerReceiver(installationUrl, clusterId);
  const { url, stop } = await startAlertmanager(await openHome(), {
    port: await freePort(),
    // Its own folder is all it sees.
    configuration: `${route}${receiver.replace('/etc/alertmanager/', '/engine/')}\n`,
    files: { 'wheelhouse-token': `${token}\n` },
  });
  return {
    stop,
    tell: async (...alerts) => {
      const { ok, status } = await fetch(`${url}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alerts),
      });
      if (!ok) throw new Error(`Alertmanager answered ${status}`);
    },
    sent: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return {
        all: sumOf(text, /^alertmanager_notifications_total\{.*integration="webhook".*\} (\S+)$/gm),
        failed: sumOf(text, /^alertmanager_notifications_failed_total\{.*integration="webhook".*\} (\S+)$/gm),
        faults: failuresIn(text).filter((reason) => reason !== 'contextDeadlineExceeded'),
      };
    },
  };
}

function failuresIn(text: string): readonly string[] {
  const line = /^alertmanager_notifications_failed_total\{(?<labels>.*integration="webhook".*)\} (?<count>\S+)$/gm;
  return Array.from(text.matchAll(line), ({ groups }) => groups)
    .filter((groups) => Number(groups?.['count']) > 0)
    .map((groups) => /reason="(?<reason>[^"]*)"/.exec(groups?.['labels'] ?? '')?.groups?.['reason'] ?? 'no reason');
}

function sumOf(text: string, line: RegExp): number {
  return [...text.matchAll(line)].reduce((sum, [, value]) => sum + Number(value), 0);
}
