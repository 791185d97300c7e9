import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import type { TestTenant } from '../../../services/auth/test/start.ts';
import { incidentsModule } from '../../../services/incidents/src/module.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import { type Ended, type Environment, run } from './running.ts';

/** The house with a cluster `prod-eu`, somebody who looks after it, and programs that send signals. */
export interface IncidentsHouse extends CliHouse {
  readonly tenant: TestTenant;
  readonly clusterId: string;
  readonly responder: Environment;
  /** Through the gateway, as that one. */
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>;
  /** A signal begins, or ends; of an object of its own unless one is given. */
  readonly signal: (given?: Partial<Sent>) => Promise<Sent>;
  /** The number of the live incident that is about this object. */
  readonly numberOf: (sent: Sent) => Promise<string>;
  /** A signal, and the number of the incident that it opens. */
  readonly opened: () => Promise<{ readonly sent: Sent; readonly number: string }>;
  /** `wheelhouse incidents …`, typed by the one who looks after the cluster. */
  readonly incident: (...words: readonly string[]) => Promise<Ended>;
  /** The same with --json; it has to end well. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what it prints is checked by each test
  readonly json: (...words: readonly string[]) => Promise<any>;
  /** One of severity low, declared by hand; answers its number. */
  readonly declared: (title: string, ...more: readonly string[]) => Promise<string>;
}

export interface Sent {
  readonly key: string;
  readonly state: 'firing' | 'ended';
  readonly rule: string;
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
  readonly message: string;
  readonly object: { readonly kind: string; readonly namespace: string; readonly name: string };
}

type Answer = Awaited<ReturnType<CliHouse['house']['through']>>;

const incidents = '/api/incidents/api/v1/incidents';
const live = 'status=open,acknowledged,investigating,mitigated';

export async function openIncidentsHouse(): Promise<IncidentsHouse> {
  const cli = await openCliHouse({}, [incidentsModule]);
  const { house } = cli;
  const tenant = await house.tenant();
  const responder = await cli.withToken(['read', 'actions', 'admin'], tenant);
  const ask: IncidentsHouse['ask'] = (method, path, body) =>
    house.through(responder['WHEELHOUSE_TOKEN'], method, path, body === undefined ? {} : { body });
  const clusterId = await cli.unreached(responder, 'prod-eu');
  // Nobody reaches it, which is an incident of its own: the first, in every one of these houses.
  await eventually(async () => {
    const { body } = await ask('GET', `${incidents}?q=1`);
    expect(body).toMatchObject({ data: [{ title: 'Cluster prod-eu cannot be reached' }] });
  });
  const signal: IncidentsHouse['signal'] = async (given = {}) => {
    const name = `checkout-${randomUUID().slice(0, 8)}`;
    const sent: Sent = {
      key: randomUUID(),
      state: 'firing',
      rule: 'crash_loop',
      severity: 'high',
      message: 'Back-off restarting failed container',
      object: { kind: 'Deployment', namespace: 'shop', name },
      ...given,
    };
    const body = { signals: [{ ...sent, cluster_id: clusterId }] };
    expect(await ask('POST', '/api/incidents/api/v1/signals', body)).toMatchObject({ status: 202 });
    return sent;
  };
  const numberOf: IncidentsHouse['numberOf'] = async ({ object }) => {
    const { body } = await ask('GET', `${incidents}?limit=200&${live}`);
    const all: readonly { readonly number: number; readonly object: { readonly name: string } | null }[] = body.data;
    const found = all.find((one) => one.object?.name === object.name);
    if (found === undefined) throw new Error(`no incident is about ${object.name}`);
    return String(found.number);
  };
  const incident: IncidentsHouse['incident'] = (...words) => run(['incidents', ...words], responder);
  const json: IncidentsHouse['json'] = async (...words) => {
    const { code, stdout, stderr } = await incident(...words, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  return {
    ...cli,
    tenant,
    clusterId,
    responder,
    ask,
    signal,
    numberOf,
    opened: async () => {
      const sent = await signal();
      return { sent, number: await numberOf(sent) };
    },
    incident,
    json,
    declared: async (title, ...more) =>
      String((await json('declare', '--title', title, '--severity', 'low', ...more)).number),
  };
}
