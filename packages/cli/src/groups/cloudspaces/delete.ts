import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import type { Invocation } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { looking, patienceOf, patiently, stillThere } from '../../waiting.ts';
import { type Cloudspace, cloudspacePath } from './cloudspace.ts';

/** Asked for, and waited for until nothing of it is left. */
export async function deleteCloudspace(client: Client, { id, name }: Cloudspace, invocation: Invocation) {
  const patience = patienceOf(invocation);
  const query = invocation.options['cascade'] === true ? { cascade: true } : {};
  const answer = await client.delete(cloudspacePath, { params: { id }, query });
  let left: Cloudspace | undefined = answer.data;
  const progress = startProgress();
  if (patience.waits)
    await patiently(patience, (signal) =>
      looking(signal, async () => {
        left = await stillThere(() => client.get(cloudspacePath, { params: { id }, signal }));
        if (left !== undefined) progress.say(plain(`${name} is ${left.phase}: ${left.message}`));
        return left === undefined || left.phase === 'Failed';
      }),
    ).finally(() => progress.end());
  if (left?.phase === 'Failed')
    throw new Failure(
      'operationFailed',
      `${name} could not be deleted: ${left.message}`,
      `then again: wheelhouse cloudspaces delete ${name}`,
    );
  if (left === undefined) return answer;
  throw new Failure(
    'stillRunning',
    `${name} is still being deleted; that goes on without you`,
    `wheelhouse cloudspaces show ${name}`,
  );
}
