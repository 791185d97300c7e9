import type { Client } from '@wheelhouse/sdk';
import { type Action, actionById, titleOf } from './actions.ts';
import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { factLines } from './output/facts.ts';
import type { Output } from './output/output.ts';
import { plain } from './output/plain.ts';
import { startProgress } from './output/progress.ts';
import { outcomeFacts, statusText } from './output/tell-action.ts';

/** Follows an action to its end and says how that was; throws unless it was a success. */
export async function watchAction(out: Output, client: Client, begun: Action): Promise<void> {
  const stop = new AbortController();
  const stopped = () => stop.abort();
  process.once('SIGINT', stopped).once('SIGTERM', stopped);
  const progress = startProgress();
  let action = begun;
  try {
    for await (const { event } of client.stream('/agents/action/api/v1/actions/{id}/stream', {
      params: { id: begun.id },
      signal: stop.signal,
    })) {
      action = await actionById(client, begun.id);
      if (out.isJson) out.jsonLine(action);
      else progress.say(plain(`${titleOf(action)}: ${statusText(out, action)}`));
      if (event === 'ended') break;
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    progress.end();
    process.off('SIGINT', stopped).off('SIGTERM', stopped);
  }
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
      exitCodes.operationFailed,
      `${titleOf(action)} ${statusText(out, action)}: ${error?.message ?? 'reason unknown'}`,
      more,
    );
  if (action.finished_at === null)
    throw new Failure(
      exitCodes.stillRunning,
      `${titleOf(action)} is still running: it is ${status}`,
      `wheelhouse actions watch ${id}`,
    );
  throw new Failure(exitCodes.notDone, `${titleOf(action)} was not done: it is ${status}`, more);
}
