import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ActionStarted, ExpectedIssue } from '@wheelhouse/contracts';
import { type Database, defineModule, type Emit, type Module } from '@wheelhouse/kit';

/** What an action agent tells, without one: no action has to run for it to be heard. */

export const cordonOf = (name: string): ExpectedIssue => ({
  kind: 'Node',
  namespace: null,
  name,
  reason: 'node_cordoned',
});

export const shortfallOf = (namespace: string, name: string): ExpectedIssue => ({
  kind: 'Deployment',
  namespace,
  name,
  reason: 'replica_shortfall',
});

export function startOf(
  clusterId: string,
  expects: readonly ExpectedIssue[],
  until: Date,
  more: Partial<ActionStarted> = {},
): ActionStarted {
  return {
    action_id: randomUUID(),
    cluster_id: clusterId,
    incident_id: null,
    decision_id: null,
    action: 'cordon_node',
    target: { node_name: 'a' },
    approved_by: null,
    requested_by: null,
    note: null,
    expects: [...expects],
    until: until.toISOString(),
    ...more,
  };
}

export interface Agent {
  /** In the agent's place: its outbox, and everything behind that is real. */
  readonly module: Module;
  readonly tell: (db: Database, tenantId: string, type: `internal.${string}`, data: object) => Promise<void>;
}

export function agentVoice(): Agent {
  let emit: Emit | undefined;
  const module = defineModule({
    name: 'action-agent',
    port: 8094,
    prefix: '/agents/action',
    settings: {},
    migrations: join(import.meta.dirname, 'it-has-none'),
    onTenantDeleted: { none: 'a test' },
    routes: () => [],
    // Asked once, at the start; routes are also listed without one.
    consumers: (context) => {
      emit = context.emit;
      return [];
    },
  });
  return {
    module,
    tell: async (db, tenantId, type, data) => {
      if (emit === undefined) throw new Error('the agent has not been started');
      const say = emit;
      await db.tenant(tenantId, (handle) => say(handle, type, data));
    },
  };
}
