import { factsSchema } from '@wheelhouse/contracts';
import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import { selectWatchedIds } from '../clusters/store.ts';
import type { MonitorSettings } from '../config.ts';
import { answered, refuseUnreachable } from '../live/asking.ts';
import type { ClusterClients } from '../live/cluster-clients.ts';
import { factsOf } from './facts.ts';
import { known } from './known.ts';
import { look } from './look.ts';
import { masked } from './masked.ts';
import { Parts } from './parts.ts';
import { type EvidenceQuery, evidenceQuery, type Sought } from './schema.ts';
import { Turns } from './turns.ts';

const mostAtOnce = 2;
/** From the request to the answer, waiting for others included. */
const longestMs = 10_000;
/** Of which the cluster may take so much, however little is left. */
const clusterMs = 8_000;
const leastMs = 1_000;

export function evidenceRoute(
  { clock }: Pick<ModuleContext<MonitorSettings>, 'clock'>,
  clients: ClusterClients,
): Route {
  const turns = new Turns(mostAtOnce);
  return defineRoute({
    method: 'GET',
    url: '/internal/v1/evidence',
    access: 'internal',
    reach: 'none',
    summary: 'Look at an object of a cluster: what it and its pods do, what was changed, and what is wrong with it',
    query: evidenceQuery,
    response: factsSchema,
    errors: ['not_found', 'validation_failed', 'cluster_unreachable', 'upstream_timeout'],
    handler: async ({ query, tenantId, read, request }) => {
      const began = performance.now();
      const sought = soughtBy(query);
      const clusterId = query.cluster_id.toLowerCase();
      if (!(await read(selectWatchedIds)).includes(clusterId)) refuse('not_found');
      const userAgent = `wheelhouse-k8s-monitor (evidence; request ${request.id})`;
      const left = () => Math.max(leastMs, longestMs - (performance.now() - began));
      const parts = new Parts();
      const told = await turns.within(left() - leastMs, clusterId, () => {
        const within = Math.min(clusterMs, left());
        const asking = { clients, tenantId, clusterId, userAgent, now: clock.now, within };
        return answered(asking, (client, signal) =>
          look(client, sought, { parts, at: clock.now(), within: within - leastMs / 2 }, signal),
        );
      });
      if (told === undefined) refuseTooLate();
      if ('fault' in told) refuseUnreachable(told.fault);
      const { answer, at } = told;
      const here = await read((db) => known(db, clusterId, sought, answer.scales, at));
      return { body: await masked(factsOf(sought, answer, here, at, parts)) };
    },
  });
}

function soughtBy({ kind, namespace, name }: EvidenceQuery): Sought {
  if (kind === 'Node' && namespace === undefined) return { kind, namespace: null, name };
  if (kind !== 'Node' && namespace !== undefined) return { kind, namespace, name };
  const message = kind === 'Node' ? 'must be left out: a Node has none' : `is required: a ${kind} is in one`;
  return refuse('validation_failed', {
    message: `namespace ${message}.`,
    details: [{ field: 'namespace', code: kind === 'Node' ? 'invalid' : 'required', message }],
  });
}

function refuseTooLate(): never {
  return refuse('upstream_timeout', {
    message: `Other objects of the cluster are being looked at, and this one did not get its turn within ${longestMs / 1_000} s. Next step: ask again.`,
  });
}
