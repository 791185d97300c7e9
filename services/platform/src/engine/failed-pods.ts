import { setTimeout as wait } from 'node:timers/promises';
import type { LivePod, Trouble } from '@wheelhouse/kubernetes';
import { lineIn } from '@wheelhouse/pod-logs';
import type { FailedPod } from '../apps/schema.ts';
import { paths } from './names.ts';
import { gathered, type Reading } from './reading.ts';

const mostPods = 20;
const mostWithLogs = 3;
const tailLines = 20;
const longestLine = 1_000;
const secondLookMs = 1_000;

/** The pods in trouble, the worst first: what ended in them, and the last lines they wrote. */
export async function failedPods(reading: Reading, troubles: readonly Trouble[]): Promise<readonly FailedPod[]> {
  const withPods = troubles
    .filter((one): one is Trouble & { pod: LivePod } => one.pod !== undefined)
    .slice(0, mostPods);
  return Promise.all(
    withPods.map(async (trouble, index): Promise<FailedPod> => {
      const { pod, word, reason } = trouble;
      const [container] = pod.status?.containerStatuses ?? [];
      const ended = container?.state?.terminated ?? container?.lastState?.terminated;
      const hasLog = index < mostWithLogs && (reason === 'crash_loop' || reason === 'probe_failing');
      return {
        name: pod.metadata.name,
        reason: word,
        message: reason === 'probe_failing' ? await probeWords(reading, pod) : trouble.text,
        restarts: container?.restartCount ?? 0,
        exit_code: ended?.exitCode ?? null,
        log_tail: hasLog ? [...(await tailOf(reading, pod, reason === 'crash_loop'))] : [],
      };
    }),
  );
}

/** Of the container that ended last; of one that still runs, its own. */
async function tailOf(
  { client, cloudspace, signal }: Reading,
  pod: LivePod,
  hasEnded: boolean,
): Promise<readonly string[]> {
  const isEnded = pod.status?.containerStatuses?.[0]?.state?.terminated !== undefined;
  const options = { tailLines, previous: hasEnded && !isEnded, timestamps: true, limitBytes: 65_536, signal };
  const read = async () => {
    const lines: string[] = [];
    for await (const raw of client.logs(cloudspace.namespace, pod.metadata.name, options)) {
      const line = lineIn(raw);
      if (line !== undefined) lines.push(line.text.slice(0, longestLine));
    }
    return lines.slice(-tailLines);
  };
  return gathered(async () => {
    const lines = await read();
    if (lines.length > 0) return lines;
    // The kubelet may have removed that container meanwhile, and answers a sentence without a time; it soon has the
    // next one. One that wrote nothing is asked twice.
    await wait(secondLookMs, undefined, { signal });
    return read();
  }, []);
}

interface EventObject {
  readonly reason?: string;
  readonly message?: string;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
}

/** Which probe, and what it was answered, as the kubelet tells it. */
async function probeWords({ client, cloudspace, app, signal }: Reading, pod: LivePod): Promise<string> {
  const fieldSelector = `involvedObject.uid=${pod.metadata.uid},reason=Unhealthy`;
  const found = await gathered(async () => {
    const { events } = paths(cloudspace.namespace, app.name);
    const { items } = await client.get<{ readonly items?: readonly EventObject[] }>(
      events,
      { fieldSelector, limit: 100 },
      signal,
    );
    return items ?? [];
  }, []);
  const at = ({ lastTimestamp, eventTime }: EventObject) => lastTimestamp ?? eventTime ?? '';
  const [last] = found.toSorted((one, other) => (at(one) < at(other) ? 1 : -1));
  return (last?.message ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, longestLine);
}
