import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import type { Invocation } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { looking, patienceOf, patiently, stillThere } from '../../waiting.ts';
import { type App, appPath, titleOf } from './app.ts';

/** Asked for, and waited for until nothing of it is left in the cluster. */
export async function deleteApp(client: Client, app: App, invocation: Invocation) {
  const patience = patienceOf(invocation);
  const [params, title] = [{ id: app.id }, titleOf(app)];
  const isForced = invocation.options['force'] === true;
  const answer = await client.delete(appPath, { params, query: isForced ? { force: true } : {} });
  // What is forced is forgotten at once.
  if (isForced) return answer;
  let left: App | undefined = answer.data;
  const progress = startProgress();
  if (patience.waits)
    await patiently(patience, (signal) =>
      looking(signal, async () => {
        left = await stillThere(() => client.get(appPath, { params, signal }));
        if (left !== undefined) progress.say(plain(`${title} is being deleted`));
        return left === undefined || left.state === 'delete_failed';
      }),
    ).finally(() => progress.end());
  if (left?.state === 'delete_failed')
    throw new Failure(
      'operationFailed',
      `${title} could not be deleted completely: ${left.state_message ?? 'reason unknown'}`,
      `then again: wheelhouse apps delete ${title}; or leave it there and forget the app: --force`,
    );
  if (left === undefined) return answer;
  throw new Failure(
    'stillRunning',
    `${title} is still being deleted; that goes on without you`,
    `wheelhouse apps show ${title}`,
  );
}
