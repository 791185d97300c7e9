import type { Paths } from '@wheelhouse/sdk';
import type { App, Content } from '../../api/apps.ts';

type CreateBody = Paths['/platform/api/v1/apps']['POST']['body'];
type ChangeBody = Paths['/platform/api/v1/apps/{id}']['PATCH']['body'];

/** One line of the environment; `key` tells lines apart while their names are typed. */
export interface EnvRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** What an app asks for, as its form holds it: text where people type. */
export interface Draft {
  readonly image: string;
  /** Empty: a worker. */
  readonly port: string;
  readonly env: readonly EnvRow[];
  readonly cpuRequest: string;
  readonly memoryRequest: string;
  /** Empty: the request. */
  readonly memoryLimit: string;
  /** Empty: none. */
  readonly cpuLimit: string;
  /** Empty: a connection is enough. */
  readonly healthPath: string;
  readonly startupSeconds: string;
  readonly periodSeconds: string;
  readonly timeoutSeconds: string;
  readonly failures: string;
  readonly liveness: boolean;
  /** One word a line. Empty: the image's own. */
  readonly command: string;
  readonly args: string;
  readonly strategy: 'rolling' | 'recreate';
  readonly graceSeconds: string;
  readonly rolloutMinutes: string;
  readonly rollbackOnFailure: boolean;
}

/** The API's own defaults. */
export const newDraft: Draft = {
  image: '',
  port: '',
  env: [],
  cpuRequest: '100m',
  memoryRequest: '256Mi',
  memoryLimit: '',
  cpuLimit: '',
  healthPath: '',
  startupSeconds: '60',
  periodSeconds: '5',
  timeoutSeconds: '2',
  failures: '3',
  liveness: false,
  command: '',
  args: '',
  strategy: 'rolling',
  graceSeconds: '30',
  rolloutMinutes: '10',
  rollbackOnFailure: true,
};

export function draftOf(app: App): Draft {
  const { resources, health_check: check, port } = app;
  return {
    image: app.source.image,
    port: port === null ? '' : String(port),
    env: Object.entries(app.env).map(([name, value], key) => ({ key, name, value })),
    cpuRequest: resources.cpu_request,
    memoryRequest: resources.memory_request,
    memoryLimit: resources.memory_limit === resources.memory_request ? '' : resources.memory_limit,
    cpuLimit: resources.cpu_limit ?? '',
    healthPath: check.path ?? '',
    startupSeconds: String(check.startup_seconds),
    periodSeconds: String(check.period_seconds),
    timeoutSeconds: String(check.timeout_seconds),
    failures: String(check.failures),
    liveness: check.liveness,
    command: (app.command ?? []).join('\n'),
    args: (app.args ?? []).join('\n'),
    strategy: app.strategy,
    graceSeconds: String(app.grace_seconds),
    rolloutMinutes: String(app.rollout_minutes),
    rollbackOnFailure: app.rollback_on_failure,
  };
}

const wordsOf = (text: string): readonly string[] | null => (text.trim() === '' ? null : text.split('\n'));

/** The whole content it stands for, with every default filled in. */
export function contentOf(draft: Draft): Content {
  const memory = draft.memoryRequest.trim();
  return {
    source: { type: 'image', image: draft.image.trim() },
    port: draft.port === '' ? null : Number(draft.port),
    resources: {
      cpu_request: draft.cpuRequest.trim(),
      memory_request: memory,
      memory_limit: draft.memoryLimit.trim() || memory,
      cpu_limit: draft.cpuLimit.trim() || null,
    },
    tls: false,
    env: Object.fromEntries(draft.env.filter(({ name }) => name !== '').map(({ name, value }) => [name, value])),
    command: wordsOf(draft.command),
    args: wordsOf(draft.args),
    health_check: {
      // Without a port there is nothing to ask at.
      path: draft.port === '' ? null : draft.healthPath.trim() || null,
      startup_seconds: Number(draft.startupSeconds),
      period_seconds: Number(draft.periodSeconds),
      timeout_seconds: Number(draft.timeoutSeconds),
      failures: Number(draft.failures),
      liveness: draft.liveness,
    },
    strategy: draft.strategy,
    grace_seconds: Number(draft.graceSeconds),
    rollout_minutes: Number(draft.rolloutMinutes),
  };
}

interface Named {
  readonly name: string;
  readonly cloudspaceId: string;
  readonly replicas: string;
}

export function createBody({ name, cloudspaceId, replicas }: Named, draft: Draft): CreateBody {
  const { tls: _, ...content } = contentOf(draft);
  return {
    name: name.trim(),
    cloudspace_id: cloudspaceId,
    ...content,
    replicas: Number(replicas),
    rollback_on_failure: draft.rollbackOnFailure,
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Of what `after` holds, only what is different. */
function changed<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const different = Object.entries(after).filter(([name, value]) => !same(value, Reflect.get(before, name)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries forget what they are entries of
  return Object.fromEntries(different) as Partial<Fields>;
}

/** By name: those that are new or other, and null for those that are gone. What was not touched is not sent. */
export function envChanges(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Readonly<Record<string, string | null>> {
  const set = Object.entries(after).filter(([name, value]) => before[name] !== value);
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return Object.fromEntries([...set, ...gone.map((name) => [name, null] as const)]);
}

/** Only what is different: what somebody else changed meanwhile stays. */
export function changeBody(before: Draft, after: Draft): ChangeBody {
  const [old, now] = [contentOf(before), contentOf(after)];
  const { env: _, resources: _resources, health_check: _check, tls: _tls, ...fields } = changed(old, now);
  const env = envChanges(old.env, now.env);
  const resources = changed(old.resources, now.resources);
  const check = changed(old.health_check, now.health_check);
  return {
    ...fields,
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(resources).length > 0 && { resources }),
    ...(Object.keys(check).length > 0 && { health_check: check }),
    ...(before.rollbackOnFailure !== after.rollbackOnFailure && { rollback_on_failure: after.rollbackOnFailure }),
  };
}

/** What the form itself can say of the environment: names that would be lost. */
export function envFault(rows: readonly EnvRow[]): string | undefined {
  const names = rows.map(({ name }) => name);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) return `${twice} is there twice`;
  if (rows.some(({ name, value }) => name === '' && value !== '')) return 'A value has no name';
  if (names.includes('PORT')) return 'PORT is set for you, from the port';
  const strange = names.find((name) => name !== '' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  return strange === undefined
    ? undefined
    : `${strange}: use letters, digits and underscores; do not begin with a digit`;
}
