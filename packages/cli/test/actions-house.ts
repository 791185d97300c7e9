import { randomUUID } from 'node:crypto';
import type { Decision } from '@wheelhouse/contracts';
import { type Module, makeLog, openBroker } from '@wheelhouse/kit';
import { defaultAccess } from '@wheelhouse/kubernetes';
import { eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { agentHome } from '../../../dev/seed/agent-home.ts';
import { decisionsExchange } from '../../../services/action-agent/src/decisions/take.ts';
import { actionAgent } from '../../../services/action-agent/src/module.ts';
import type { TestTenant } from '../../../services/auth/test/start.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import type { Environment } from './running.ts';

/** The house with an agent that acts on the real cluster, which is registered as `prod-eu`. */
export interface ActionsHouse extends CliHouse {
  readonly kube: Kube;
  readonly tenant: TestTenant;
  readonly clusterId: string;
  /** Somebody who may decide. */
  readonly decider: Environment;
  /** Through the gateway, as that one. */
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>;
  /** Somebody's proposal; answers the id of its action as soon as it waits with a plan. */
  readonly propose: (given: Proposed) => Promise<string>;
}

type Answer = Awaited<ReturnType<CliHouse['house']['through']>>;
type Proposed = Pick<Decision, 'action' | 'target'> & Partial<Decision>;

const actions = '/api/agents/action/api/v1/actions';

export async function openActionsHouse(
  environment: Environment = {},
  besides: readonly Module[] = [],
): Promise<ActionsHouse> {
  const kube = openKube();
  // An agent knows its cluster by the nodes, and a new cluster has none.
  await kube.node();
  const home = await agentHome('kube');
  const cli = await openCliHouse(environment, [actionAgent(() => defaultAccess(home)), ...besides]);
  const { house } = cli;
  const broker = openBroker(house.vhost.url, 'wheelhouse test', makeLog({ level: 'error' }));
  const tenant = await house.tenant();
  const decider = await cli.withToken(['read', 'deploy', 'actions', 'admin'], tenant);
  const ask: ActionsHouse['ask'] = (method, path, body) =>
    house.through(decider['WHEELHOUSE_TOKEN'], method, path, body === undefined ? {} : { body });
  const made = await ask('POST', '/api/platform/api/v1/clusters', { name: 'prod-eu', kubeconfig: kube.kubeconfig });
  expect(made).toMatchObject({ status: 201 });
  const clusterId = String(made.body.id);
  await eventually(async () => {
    const told = await ask('GET', '/api/agents/action/api/v1/clusters');
    expect(told.body).toMatchObject({ data: [{ cluster_id: clusterId, ready: true }] });
  });
  return {
    ...cli,
    kube,
    tenant,
    clusterId,
    decider,
    ask,
    propose: async (given) => {
      const decision = { ...proposal(tenant.id, clusterId), ...given };
      const { decision_id: id } = decision;
      await broker.publish({ exchange: decisionsExchange, key: clusterId, body: JSON.stringify(decision), id });
      return eventually(async () => {
        const { body } = await ask('GET', `${actions}/pending`);
        const found = (body.data as readonly Pending[]).find(({ decision_id }) => decision_id === id);
        expect(found?.plan ?? null).not.toBeNull();
        return found?.id ?? '';
      });
    },
    close: async () => {
      await broker.close();
      await cli.close();
      await kube.close();
    },
  };
}

interface Pending {
  readonly id: string;
  readonly decision_id: string;
  readonly plan: object | null;
}

function proposal(tenantId: string, clusterId: string) {
  return {
    decision_id: randomUUID(),
    tenant_id: tenantId,
    cluster_id: clusterId,
    AutoApprove: false,
    reason: 'Its maintenance is over.',
    confidence: 0.9,
    proposed_by: { type: 'rule', id: randomUUID() },
    evidence: [],
    created_at: new Date().toISOString(),
    schema_version: 1,
  } as const;
}
