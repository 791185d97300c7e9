import { type RefusalDetail, refuse } from '@wheelhouse/kit';
import { bytes, millicores } from '../quantities.ts';
import type { Content } from './content.ts';
import type { ChangeApp, CreateApp } from './schema.ts';

const longestEnv = 256 * 1_024;

/** What a new app asks for, with every default filled in. */
export function contentOfNew(body: CreateApp): Content {
  const { health_check: check = {}, resources = {} } = body;
  const { cpu_request = '100m', memory_request = '256Mi', memory_limit = memory_request, cpu_limit = null } = resources;
  return checked({
    source: imageIn(body.source),
    port: body.port ?? null,
    resources: { cpu_request, memory_request, memory_limit, cpu_limit },
    tls: body.tls ?? false,
    env: body.env ?? {},
    command: body.command ?? null,
    args: body.args ?? null,
    health_check: {
      path: check.path ?? null,
      startup_seconds: check.startup_seconds ?? 60,
      period_seconds: check.period_seconds ?? 5,
      timeout_seconds: check.timeout_seconds ?? 2,
      failures: check.failures ?? 3,
      liveness: check.liveness ?? false,
    },
    strategy: body.strategy ?? 'rolling',
    grace_seconds: body.grace_seconds ?? 30,
    rollout_minutes: body.rollout_minutes ?? 10,
  });
}

/** The same after a change: fields replace, what is within resources, health check and env is merged by name. */
export function contentAfter(before: Content, body: ChangeApp): Content {
  const { source, env = {}, resources, health_check, note: _note, rollback_on_failure: _policy, ...fields } = body;
  const kept = Object.entries({ ...before.env, ...env }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return checked({
    ...before,
    ...fields,
    ...(source !== undefined && { source: imageIn(source) }),
    resources: { ...before.resources, ...limitFollows(before, resources), ...resources },
    health_check: { ...before.health_check, ...health_check },
    env: Object.fromEntries(kept),
  });
}

/** A limit that was the request stays the request, unless it is told too. */
function limitFollows({ resources: before }: Content, after: ChangeApp['resources']) {
  if (before.memory_limit !== before.memory_request || after?.memory_request === undefined) return {};
  return { memory_limit: after.memory_request };
}

function imageIn(source: CreateApp['source']): Content['source'] {
  if (source.type === 'image') return source;
  return refuseFor([
    { field: 'source.type', code: 'not_supported', message: 'git is not supported yet: send an image' },
  ]);
}

function checked(content: Content): Content {
  const faults = [...faultsOf(content)];
  if (faults.length > 0) refuseFor(faults);
  return content;
}

function* faultsOf({ env, port, tls, health_check, resources }: Content): Generator<RefusalDetail> {
  if (tls)
    yield {
      field: 'tls',
      code: 'no_exposure',
      message: 'needs a cluster with an address for apps, which clusters do not have yet; send false',
    };
  if (Object.hasOwn(env, 'PORT'))
    yield { field: 'env.PORT', code: 'reserved', message: 'is set for you, from port; send port instead' };
  if (Object.keys(env).length > 200)
    yield { field: 'env', code: 'too_many', message: 'has more than 200 names; remove some' };
  const size = Object.entries(env).reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value), 0);
  if (size > longestEnv)
    yield { field: 'env', code: 'too_large', message: `has ${size} bytes; at most ${longestEnv} are accepted` };
  if (port === null && health_check.path !== null)
    yield { field: 'health_check.path', code: 'needs_port', message: 'needs a port to be asked at' };
  const { cpu_request, cpu_limit, memory_request, memory_limit } = resources;
  if (bytes(memory_limit) < bytes(memory_request))
    yield { field: 'resources.memory_limit', code: 'below_request', message: 'is below memory_request' };
  if (cpu_limit !== null && millicores(cpu_limit) < millicores(cpu_request))
    yield { field: 'resources.cpu_limit', code: 'below_request', message: 'is below cpu_request' };
}

function refuseFor(faults: readonly RefusalDetail[]): never {
  return refuse('validation_failed', {
    message: `${faults.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
    details: faults,
  });
}
