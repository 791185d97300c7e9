import type { Facts } from '@wheelhouse/contracts';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import { isFault } from '../live/asking.ts';
import { logsRight } from '../live/logs-right.ts';
import type { PageContainer, PagePod } from '../live/pods.ts';
import { NoCallsLeft } from './calls.ts';
import { type Parts, whyHidden } from './parts.ts';
import { containersOf } from './pods.ts';

type Log = Facts['logs'][number];

const mostLogs = 3;
const mostLines = 50;
/** Of one log; lines are cut when their secrets are masked. */
const mostBytes = 128 * 1_024;

/** The last lines of containers that crashed, where the credentials may read logs. */
export async function crashLogs(
  client: ClusterClient,
  namespace: string,
  pods: readonly PagePod[],
  parts: Parts,
  signal: AbortSignal,
): Promise<readonly Log[]> {
  const crashed = crashedIn(pods).slice(0, mostLogs);
  if (crashed.length === 0) return [];
  const right = await parts.see('logs', logsRight(client, namespace, signal));
  if (right === undefined) return [];
  if (right.allowed === false) {
    const next = right.grant === null ? 'grant them get on pods/log' : `grant it with ${right.grant}`;
    parts.hide(
      'logs',
      `The credentials of the cluster are not allowed to read logs in namespace ${namespace}. An administrator of the cluster can ${next}`,
    );
    return [];
  }
  const faults: Error[] = [];
  const logs = await Promise.all(
    crashed.map((one) =>
      lastLines(client, namespace, one, signal).catch((error: unknown) => {
        if (!(error instanceof NoCallsLeft) && !isFault(error)) throw error;
        faults.push(error);
        return undefined;
      }),
    ),
  );
  const told = logs.flatMap((log) => (log === undefined || log.lines.length === 0 ? [] : [log]));
  const [fault] = faults;
  // Runtimes throw away what a container said before its last one: some may be gone.
  if (told.length === 0 && fault !== undefined) parts.hide('logs', whyHidden(fault));
  return told;
}

interface Crashed {
  readonly pod: string;
  readonly container: PageContainer;
}

/** One of each pod before a second of any. */
export function crashedIn(pods: readonly PagePod[]): readonly Crashed[] {
  const each = pods.map((pod) =>
    containersOf(pod)
      .filter(hasCrashed)
      .map((container) => ({ pod: pod.metadata.name, container })),
  );
  return [...each.flatMap((some) => some.slice(0, 1)), ...each.flatMap((some) => some.slice(1))];
}

function hasCrashed({ restartCount = 0, state, lastState }: PageContainer): boolean {
  // It did what it was for, at the latest when it was tried again.
  if (state?.terminated?.exitCode === 0) return false;
  const hasEnded = state?.terminated !== undefined || lastState?.terminated !== undefined;
  return (
    state?.waiting?.reason === 'CrashLoopBackOff' || state?.terminated !== undefined || (restartCount > 0 && hasEnded)
  );
}

/** Of the instance that ended last: the one before this, or this one if it has ended and none has followed. */
async function lastLines(
  client: ClusterClient,
  namespace: string,
  { pod, container: { name, state } }: Crashed,
  signal: AbortSignal,
): Promise<Log> {
  const previous = state?.terminated === undefined;
  const lines: string[] = [];
  const options = { container: name, previous, tailLines: mostLines, limitBytes: mostBytes, signal };
  for await (const line of client.logs(namespace, pod, options)) lines.push(line);
  return { pod, container: name, lines: lines.slice(-mostLines) };
}
