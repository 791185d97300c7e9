import { KubernetesError } from '../client/errors.ts';

const shortest = 250;
const longest = 2_000;
/** What we may not see, or what is not there, will hardly change within seconds; after a restart of the server it may. */
const longestRefused = 30_000;

/** How long to wait between attempts: longer each time, never in step with others. */
export class Patience {
  #next = shortest;
  #failingSince: number | undefined;

  /** Milliseconds from the beginning of the last attempt to that of the next. */
  after(error: unknown): number {
    this.#failingSince ??= performance.now();
    // What has been away for long is asked for ever more rarely: a twentieth of that time.
    const away = (performance.now() - this.#failingSince) / 20;
    const most = isRefused(error) ? longestRefused : Math.min(Math.max(longest, away), longestRefused);
    const delay = Math.min(this.#next, most);
    this.#next = Math.min(delay * 2, longestRefused);
    const asked = error instanceof KubernetesError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(delay * (0.5 + Math.random() / 2), Math.min(asked, longestRefused));
  }

  reset(): void {
    this.#next = shortest;
    this.#failingSince = undefined;
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof KubernetesError && [401, 403, 404, 405].includes(error.status);
}

/** The server no longer knows, or does not yet know, the moment a watch was to go on from. */
export function isForgotten(error: unknown): boolean {
  if (!(error instanceof KubernetesError)) return false;
  const { status, reason, causes } = error;
  return (
    status === 410 ||
    status === 400 ||
    reason === 'Expired' ||
    causes.some((cause) => cause.reason === 'ResourceVersionTooLarge')
  );
}
