import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eventually as pollUntil } from '@wheelhouse/testkit';
import { engines } from '../catalogue/index.ts';
import { environmentOf } from '../commands/env.ts';
import { runInRoot } from '../runtime/debian-root.ts';
import { type Engine, groups, place } from '../runtime/engine.ts';
import { healthOf } from '../runtime/health.ts';
import { openHome } from '../runtime/home.ts';
import { type CommandResult, run, tryRun } from '../runtime/shell.ts';
import { versions } from '../versions.ts';
import { requireEngines } from './require-engines.ts';

/** What the engines' own tests share. They talk to this clone's engines, as a person would. */

await requireEngines(groups);
export const home = await openHome();
export const environment = await environmentOf(home);

export function setting(name: string): string {
  const value = environment[name];
  if (value === undefined) throw new Error(`env prints no ${name}`);
  return value;
}

export function engineNamed(name: string): Engine {
  const engine = engines.find((one) => one.name === name);
  if (engine === undefined) throw new Error(`no engine ${name}`);
  return engine;
}

type ClusterSetting = 'KUBECONFIG' | 'KUBE2_KUBECONFIG';

export function tryKubectl(
  args: readonly string[],
  input = '',
  cluster: ClusterSetting = 'KUBECONFIG',
): Promise<CommandResult> {
  return tryRun(setting('KUBECTL'), ['--kubeconfig', setting(cluster), ...args], {
    input,
    env: { HOME: join(home.dir, 'run') },
  });
}

export async function kubectl(
  args: readonly string[],
  input = '',
  cluster: ClusterSetting = 'KUBECONFIG',
): Promise<string> {
  const result = await tryKubectl(args, input, cluster);
  if (result.code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

/** A namespace for one test, gone after it. */
export async function inNamespace(
  work: (namespace: string) => Promise<void>,
  cluster: ClusterSetting = 'KUBECONFIG',
): Promise<void> {
  const namespace = `test-${randomBytes(4).toString('hex')}`;
  await kubectl(['create', 'namespace', namespace], '', cluster);
  try {
    await work(namespace);
  } finally {
    await kubectl(['delete', 'namespace', namespace, '--wait=false'], '', cluster);
  }
}

/** Engines take longer than a module to come round. */
export function eventually<T>(ask: () => Promise<T> | T, limitMs = 30_000): Promise<T> {
  return pollUntil(ask, limitMs);
}

/** psql of the Debian root, so that tests need nothing on the host. */
export async function psql(url: string, sql: string): Promise<string> {
  const argv = [`/usr/lib/postgresql/${versions.postgresql}/bin/psql`, url, '-v', 'ON_ERROR_STOP=1', '-qAt', '-f', '-'];
  const answer = await runInRoot(await place(home, 'run', 'nobody'), argv, sql);
  if (answer.code !== 0) throw new Error(answer.stderr);
  return answer.stdout.trim();
}

export function cli(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return run(process.execPath, [join(import.meta.dirname, '../cli.ts'), ...args], { env });
}

export async function isPossible(name: string): Promise<boolean> {
  return (await healthOf(home, engineNamed(name))).state !== 'impossible';
}

export function deployment(name: string, replicas: number, template: object = {}): string {
  const labels = { app: name };
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }], ...template } },
    },
  });
}
