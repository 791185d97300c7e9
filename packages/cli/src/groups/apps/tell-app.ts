import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type App, stateOf, titleOf } from './app.ts';
import { revisionText, whoText } from './tell-deployment.ts';

/** All that was asked for, and the worst that is to be said of it. */
export function appLines(out: Output, app: App, nameOf: (clusterId: string) => string): readonly string[] {
  const { word, style } = stateOf(app);
  const { resources, health_check: check, command, args, env } = app;
  const facts: readonly Fact[] = [
    ['state', word, style],
    ...troubleFacts(app),
    ...pinFacts(out, app),
    ['image', app.source.image],
    ['revision', `${revisionText(app.deployment)}, ${whoText(app.deployment)}, ${out.time(app.deployment.created_at)}`],
    ['address', addressText(app)],
    ['replicas', `${app.replicas} asked for, ${app.ready_replicas} ready`],
    ['each has', resourcesText(resources)],
    ['health', checkText(app.port, check)],
    ...(command === null ? [] : [['command', JSON.stringify(command)] satisfies Fact]),
    ...(args === null ? [] : [['args', JSON.stringify(args)] satisfies Fact]),
    ...Object.entries(env).map(([name, value]): Fact => ['env', `${name}=${value}`]),
    ['rollout', `${app.strategy}, ${app.rollout_minutes} min at most, ${app.grace_seconds} s for a pod to end`],
    ['on failure', app.rollback_on_failure ? 'the last Live revision is put back' : 'it stays as it is'],
    ['cloudspace', `${app.cloudspace_name}, namespace ${app.namespace} of ${nameOf(app.cluster_id)}`],
    ['created', out.time(app.created_at)],
    ['id', app.id],
  ];
  return [out.paint('bold', plain(titleOf(app))), ...factLines(out, facts)];
}

function troubleFacts({ state, state_message, message }: App): readonly Fact[] {
  const words = state === 'active' ? message : state_message;
  return words === null ? [] : [['', words]];
}

export function pinFacts(out: Output, { pinned, ...app }: Pick<App, 'pinned' | 'cloudspace_name' | 'name'>) {
  if (pinned === null) return [];
  const why = pinned.reason === null ? '' : `: ${pinned.reason}`;
  const by = `${pinned.by.type.replaceAll('_', ' ')} ${pinned.by.id}`;
  return [
    ['pinned', `to revision ${pinned.revision} by ${by}, ${out.time(pinned.at)}${why}`, 'yellow'],
    ['', `to release it: ${unpinStep(app)}`],
  ] as const satisfies readonly Fact[];
}

export const unpinStep = (app: Pick<App, 'cloudspace_name' | 'name'>) => `wheelhouse apps unpin ${titleOf(app)}`;

export function addressText({ url }: Pick<App, 'url'>): string {
  return url === null ? 'none: it has no port, so nobody calls it' : `${url}, inside the cluster`;
}

function resourcesText({ cpu_request, cpu_limit, memory_request, memory_limit }: App['resources']): string {
  const cpu = cpu_limit === null ? cpu_request : `${cpu_request} to ${cpu_limit}`;
  const memory = memory_limit === memory_request ? memory_request : `${memory_request} to ${memory_limit}`;
  return `cpu ${cpu}, memory ${memory}`;
}

function checkText(port: App['port'], check: App['health_check']): string {
  if (port === null) return 'its pods run';
  const asked = check.path === null ? `port ${port} accepts a connection` : `port ${port} answers ${check.path}`;
  return `${asked}, asked every ${check.period_seconds} s${check.liveness ? '; restarted if not' : ''}`;
}
