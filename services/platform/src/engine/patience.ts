import { deployReasons } from '../apps/phases.ts';
import type { Failing } from '../apps/transitions.ts';
import { NameTaken, StillGoing } from './ensure.ts';
import { causeOf } from './reading.ts';
import { failingOf, isPassing, isStatus } from './refusals.ts';
import type { RunningApp } from './running-app.ts';

/**
 * Asks the cluster on behalf of a deployment. What passes is tried again until the deadline of the phase; what will not
 * pass ends the deployment with its reason.
 */
export class Patience {
  #lastError: Error | undefined;

  /** Undefined: no answer yet, or not one to build on; ask again after a pause. Throws Over when the deployment has ended. */
  async ask<T>(running: RunningApp, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await work();
      this.#lastError = undefined;
      return answer;
    } catch (error) {
      running.signal.throwIfAborted();
      if (error instanceof NameTaken) return running.fail({ reason: 'name_taken', known: error.message });
      const failing = failingOf(error);
      if (failing !== undefined) return running.fail(await causeOf(running, failing));
      if (!(error instanceof StillGoing) && !isPassing(error)) throw error;
      this.#lastError = error instanceof Error ? error : undefined;
      if (running.isLate) return running.fail(this.#late(running));
      return undefined;
    }
  }

  #late({ deployment, context }: RunningApp): Failing {
    const sent = {
      nothing: 'Nothing was changed.',
      something: 'Some of the changes may have been made.',
      everything: 'All changes were made before.',
    }[deployment.sent];
    const error = this.#lastError;
    if (error instanceof StillGoing) return { reason: 'stuck_terminating', known: `${error.message}. ${sent}` };
    if (isStatus(error, 404, 409))
      return {
        reason: 'conflict',
        known: `${deployReasons.conflict.means} The API server: ${error?.message}. ${sent}`,
      };
    const cause = error?.message ?? deployReasons.cluster_unreachable.means;
    context.log.info({ deployment_id: deployment.id, err: error }, 'a cluster did not answer in time');
    return { reason: 'cluster_unreachable', known: `The cluster did not respond in time (${cause}). ${sent}` };
  }
}
