import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import type { Invocation } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { looking, type Patience, patiently } from '../../waiting.ts';
import { clusterNames } from '../clusters/cluster.ts';
import { type Cloudspace, cloudspacePath } from './cloudspace.ts';
import { cloudspaceLines } from './tell-cloudspace.ts';

/** Waits until it is Ready or Failed, tells what it is then, and ends accordingly. */
export async function settle({ out }: Invocation, client: Client, begun: Cloudspace, patience: Patience) {
  const progress = startProgress();
  let space = begun;
  const isSettled = () => space.phase === 'Ready' || space.phase === 'Failed';
  if (patience.waits)
    await patiently(patience, (signal) =>
      looking(signal, async () => {
        space = (await client.get(cloudspacePath, { params: { id: begun.id }, signal })).data;
        if (!isSettled()) progress.say(plain(`${space.name} is ${space.phase}: ${space.message}`));
        return isSettled();
      }),
    ).finally(() => progress.end());
  if (out.isJson) out.json(space);
  else for (const line of cloudspaceLines(out, space, await clusterNames(client))) out.line(line);
  const { name, phase, message } = space;
  const look = `wheelhouse cloudspaces show ${name}`;
  if (phase === 'Failed')
    throw new Failure('operationFailed', `${name} is Failed: ${message}`, `wheelhouse cloudspaces retry ${name}`);
  if (phase !== 'Ready') throw new Failure('stillRunning', `${name} is still ${phase}; that goes on without you`, look);
}
