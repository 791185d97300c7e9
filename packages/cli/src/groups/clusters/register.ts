import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Failure } from '../../failure.ts';
import { type Run, textOption, textsGiven } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { clustersPath } from './cluster.ts';
import { settled } from './settling.ts';
import { clusterLines } from './tell-cluster.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const [name = ''] = args;
  const seconds = secondsOf(textOption(invocation, 'timeout') ?? '60');
  const kubeconfig = await kubeconfigIn(textOption(invocation, 'kubeconfig') ?? '');
  const client = await invocation.connect();
  const { data: registered } = await client.post(clustersPath, {
    body: { name, kubeconfig, ...textsGiven(invocation, { context: 'context', description: 'description' }) },
  });
  const progress = startProgress();
  const cluster = await settled(client, registered, Date.now() + seconds * 1_000, progress).finally(() =>
    progress.end(),
  );
  if (out.isJson) out.json(cluster);
  else for (const line of clusterLines(out, cluster)) out.line(line);
  const { phase, message } = cluster;
  if (phase === 'Ready' || (phase === 'Pending' && seconds === 0)) return;
  const look = `wheelhouse clusters show ${plain(name)}`;
  if (phase === 'Pending')
    throw new Failure('stillRunning', `${name} is registered but still Pending after ${seconds} s`, look);
  throw new Failure(
    'operationFailed',
    `${name} is registered, but ${phase}: ${message}`,
    `fix it; Wheelhouse keeps retrying: ${look}`,
  );
};

export function secondsOf(given: string): number {
  if (/^\d{1,5}$/.test(given)) return Number(given);
  throw new Failure('usage', `--timeout must be a number of seconds, not ${given}`);
}

export async function kubeconfigIn(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new Failure(
      'usage',
      `the kubeconfig cannot be read: ${error.message}`,
      'kubectl config view --raw --flatten --minify > FILE writes a self-contained one',
    );
  });
}
