import { randomUUID } from 'node:crypto';
import type { Caller } from '@wheelhouse/testkit';
import { decisionFor } from './decision.ts';

/** A message that must come to nothing. */
export interface WrongDecision {
  readonly name: string;
  readonly body: string;
  /** Its own words must be in the reason. */
  readonly reason: RegExp;
  /** Whose dead letter it is. */
  readonly of: 'tenant' | 'stranger' | 'operator';
}

export function wrongDecisions(who: Caller, clusterId: string, stranger: Caller): readonly WrongDecision[] {
  const good = () => decisionFor(who.tenantId, clusterId);
  const scale = (target: object) => ({ ...good(), action: 'scale_deployment', target });
  const web = { namespace: 'shop', deployment_name: 'web' };
  const without = (field: string) => Object.fromEntries(Object.entries(good()).filter(([name]) => name !== field));
  const kept = (name: string, value: object, reason: RegExp, of: WrongDecision['of'] = 'tenant'): WrongDecision => ({
    name,
    body: JSON.stringify(value),
    reason,
    of,
  });
  return [
    kept(
      "another tenant, this one's cluster",
      { ...good(), tenant_id: stranger.tenantId },
      /wrong_cluster/,
      'stranger',
    ),
    kept('a tenant there is not', { ...good(), tenant_id: randomUUID() }, /wrong_cluster/, 'operator'),
    kept('a cluster that is not registered', { ...good(), cluster_id: randomUUID() }, /wrong_cluster/),
    kept('an unknown kind', { ...good(), action: 'delete_cluster' }, /action is "delete_cluster"/),
    kept('no kind', without('action'), /action is missing/),
    kept('no target', without('target'), /target/),
    kept('a target without its field', { ...good(), target: {} }, /node_name/),
    kept("another kind's target", { ...good(), target: web }, /target/),
    kept('a target with a field too many', { ...good(), target: { node_name: 'n', force: true } }, /force/),
    kept('replicas null', scale({ ...web, replicas: null }), /replicas/),
    kept('replicas -1', scale({ ...web, replicas: -1 }), /replicas/),
    kept('replicas "3"', scale({ ...web, replicas: '3' }), /replicas/),
    kept('replicas 1.5', scale({ ...web, replicas: 1.5 }), /replicas/),
    kept('a name that is none', { ...good(), target: { node_name: '../../etc' } }, /node_name/),
    kept('AutoApprove "true"', { ...good(), AutoApprove: 'true' }, /AutoApprove/),
    kept('no AutoApprove', without('AutoApprove'), /AutoApprove/),
    kept('a field nobody knows', { ...good(), sudo: true }, /sudo/),
    kept('an unknown schema_version', { ...good(), schema_version: 2 }, /schema_version is 2/),
    kept('no schema_version', without('schema_version'), /schema_version is missing/),
    kept('a confidence of 7', { ...good(), confidence: 7 }, /confidence/),
    kept('nobody who proposed it', without('proposed_by'), /proposed_by/),
    kept('no decision_id', without('decision_id'), /decision_id/),
    {
      name: 'a megabyte',
      body: JSON.stringify({ ...good(), reason: 'x'.repeat(1024 * 1024) }),
      reason: /bytes/,
      of: 'operator',
    },
    { name: 'malformed JSON', body: JSON.stringify(good()).slice(0, -1), reason: /not JSON/, of: 'operator' },
    { name: 'nothing', body: '', reason: /not JSON/, of: 'operator' },
    kept('a list', [good()], /not a JSON object/, 'operator'),
    kept('no tenant', without('tenant_id'), /tenant_id/, 'operator'),
  ];
}
