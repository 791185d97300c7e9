import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption, textsGiven } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { clusterNamed, clusterPath } from './cluster.ts';
import { deployChecked, mustBeDeployable } from './deploying.ts';
import { kubeconfigIn, secondsOf } from './register.ts';
import { clusterLines } from './tell-cluster.ts';

/** For whoever has the credentials already; `connect --deploy` makes them. */
export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const [name = ''] = args;
  const seconds = secondsOf(textOption(invocation, 'timeout') ?? '');
  const deploy_access = await accessIn(invocation);
  const client = await invocation.connect();
  const { id } = await clusterNamed(client, name);
  const { data: changed } = await client.patch(clusterPath, { params: { id }, body: { deploy_access } });
  const progress = startProgress();
  const cluster = await deployChecked(client, changed, Date.now() + seconds * 1_000, progress).finally(() =>
    progress.end(),
  );
  if (out.isJson) out.json(cluster);
  else if (deploy_access === null)
    out.line(`${plain(cluster.name)} has no credentials for deploying any more; the registered ones serve if they can`);
  else for (const line of clusterLines(out, cluster)) out.line(line);
  if (deploy_access !== null && seconds > 0) mustBeDeployable(cluster);
};

async function accessIn(invocation: Invocation) {
  const file = textOption(invocation, 'kubeconfig');
  const isRemoved = invocation.options['remove'] === true;
  if (isRemoved === (file !== undefined))
    throw new Failure(
      'usage',
      'say which credentials: --kubeconfig FILE, or --remove',
      'or have them made: wheelhouse clusters connect --deploy',
    );
  if (file === undefined) return null;
  return { kubeconfig: await kubeconfigIn(file), ...textsGiven(invocation, { context: 'context' }) };
}
