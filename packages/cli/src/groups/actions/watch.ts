import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import type { Run } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import { factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { untilStopped } from '../../until-stopped.ts';
import { type Action, actionById, actionPath, actions, titleOf } from './action.ts';
import { followAction, followDrain } from './follow-drain.ts';
import { outcomeFacts, statusText } from './tell-action.ts';

export const run: Run = async ({ args, out, connect }) => {
  const client = await connect({ fetch: noticing(out) });
  await watchAction(out, client, await actions.find(client, args));
};

/** Follows an action to its end and says how that was; throws unless it was a success. */
export async function watchAction(out: Output, client: Client, begun: Action): Promise<void> {
  const following = begun.action === 'drain_node' ? followDrain(out) : followAction(out);
  let action = begun;
  await untilStopped(async (signal) => {
    for await (const { event } of client.stream(`${actionPath}/stream`, { params: { id: begun.id }, signal })) {
      action = await actionById(client, begun.id);
      if (out.isJson) out.jsonLine(action);
      else following.tell(action);
      if (event === 'ended') break;
    }
  }).finally(() => following.end());
  tellEnd(out, action);
}

function tellEnd(out: Output, action: Action): void {
  const { id, status, error, plan } = action;
  if (status === 'success') {
    if (out.isJson) return;
    out.line(`${plain(titleOf(action))}: ${out.paint('green', statusText(out, action))}`);
    for (const line of factLines(out, [...outcomeFacts(action), ['undo', plan?.undo.words ?? 'not known']]))
      out.line(line);
    return;
  }
  const more = `wheelhouse actions show ${id}`;
  if (status === 'failed')
    throw new Failure(
      'operationFailed',
      `${titleOf(action)} ${statusText(out, action)}: ${error?.message ?? 'reason unknown'}`,
      more,
    );
  if (action.finished_at === null)
    throw new Failure(
      'stillRunning',
      `${titleOf(action)} is still running: it is ${status}`,
      `wheelhouse actions watch ${id}${isStoppable(action) ? `; to stop it: wheelhouse actions cancel ${id}` : ''}`,
    );
  const why = error === null ? '' : `: ${error.message}`;
  throw new Failure('notDone', `${titleOf(action)} was not done: it is ${status}${why}`, more);
}

/** A drain can be stopped between two evictions; of others the one change is sent or not. */
const isStoppable = ({ action, status }: Action) => action === 'drain_node' && status === 'executing';
