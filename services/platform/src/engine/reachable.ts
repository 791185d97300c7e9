import { type ClusterClient, ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import type { Content } from '../apps/content.ts';

/** Whether an app answers, and how that is known. */
export interface Asked {
  readonly reachable: boolean;
  /** What was answered, for people; goes on from "It". */
  readonly message: string;
}

const timeoutMs = 5_000;

/**
 * A real request, through the API server. With a health path it must be answered 2xx or 3xx, else with anything but a
 * failure of the app itself. What the cluster could not even pass on is no answer.
 */
export async function askApp(
  client: ClusterClient,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  { port, health_check: { path } }: Content,
  signal: AbortSignal,
): Promise<Asked> {
  if (port === null) throw new RangeError('a worker takes no requests');
  const asked = path ?? '/';
  try {
    const { status } = await client.proxyGet(namespace, name, port, asked, { timeoutMs, signal });
    const isGood = path === null ? status < 500 : status >= 200 && status <= 399;
    return { reachable: isGood, message: `answered GET ${asked} with ${status}` };
  } catch (error) {
    signal.throwIfAborted();
    // Whether it is the app or the way to it that is silent cannot be told apart.
    if (error instanceof ClusterUnreachable && error.code === 'timeout')
      return { reachable: false, message: `did not answer GET ${asked} within ${timeoutMs / 1000} s` };
    // The API server answers: it is what lies behind it that does not, or its Service that is not there.
    if (error instanceof KubernetesError && (error.status === 404 || error.status >= 500))
      return { reachable: false, message: `could not be reached: ${error.message}` };
    throw error;
  }
}
