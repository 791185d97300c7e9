import { type FactObject, type Facts, factsSchema } from '@wheelhouse/contracts';
import type { ModuleAnswer, ModuleContext } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Reason } from '../observations/schema.ts';
import { oneLine } from '../one-line.ts';

/** What the neighbours know of an object. That one does not answer is an answer too. */

export type Asking = Pick<ModuleContext, 'call' | 'peers'>;

export interface About {
  readonly tenantId: string;
  readonly clusterId: string;
  readonly object: FactObject;
}

export interface Patience {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Fault {
  readonly reason: Extract<Reason, 'no_worker' | 'not_observed'>;
  readonly message: string;
  /** Asking again would change nothing. */
  readonly isFinal: boolean;
}

export async function askEvidence(asking: Asking, about: About, patience: Patience): Promise<Facts | Fault> {
  if (!asking.peers.includes('k8s-monitor'))
    return { reason: 'no_worker', message: 'No module observes clusters in this installation.', isFinal: true };
  const answer = await ask(asking, 'k8s-monitor', '/internal/v1/evidence', about, patience);
  if ('isFinal' in answer) return answer;
  const { status, body } = answer;
  if (status !== 200) return faultOf('k8s-monitor', answer);
  return Value.Check(factsSchema, body) ? body : notUnderstood('k8s-monitor');
}

const actionsOf = Type.Object({ actions: factsSchema.properties.actions });

export async function askActions(asking: Asking, about: About, patience: Patience): Promise<Facts['actions'] | Fault> {
  if (!asking.peers.includes('action-agent'))
    return { reason: 'not_observed', message: 'No module acts on clusters in this installation.', isFinal: true };
  const answer = await ask(asking, 'action-agent', '/internal/v1/actions', about, patience);
  if ('isFinal' in answer) return answer;
  const { status, body } = answer;
  if (status !== 200) return faultOf('action-agent', answer);
  return Value.Check(actionsOf, body) ? body.actions : notUnderstood('action-agent');
}

async function ask(
  { call }: Asking,
  module: string,
  path: string,
  { tenantId, clusterId, object: { kind, namespace, name } }: About,
  { timeoutMs, signal }: Patience,
): Promise<ModuleAnswer | Fault> {
  const query = new URLSearchParams({
    cluster_id: clusterId,
    kind,
    ...(namespace === null ? {} : { namespace }),
    name,
  });
  try {
    return await call(module, { path: `${path}?${query.toString()}`, tenantId, timeoutMs, signal });
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { reason: 'not_observed', message: `${module} did not respond: ${oneLine(why, longest)}`, isFinal: false };
  }
}

const longest = 300;
const refused = Type.Object({ error: Type.Object({ message: Type.String() }) });
/** By these it says that nobody observes the cluster, or not yet. */
const unobserved: ReadonlySet<number> = new Set([404, 503]);

function faultOf(module: string, { status, body }: ModuleAnswer): Fault {
  // What to do next is said where it is shown.
  const [said = ''] = (Value.Check(refused, body) ? body.error.message : `it returned ${status}.`).split(' Next step:');
  return {
    reason: module === 'k8s-monitor' && unobserved.has(status) ? 'no_worker' : 'not_observed',
    message: `${module}: ${oneLine(said, longest)}`,
    // What it does not take now it does not take later.
    isFinal: status >= 400 && status < 500 && status !== 404 && status !== 429,
  };
}

function notUnderstood(module: string): Fault {
  return {
    reason: 'not_observed',
    message: `${module} returned something other than was asked for; it may be of another version.`,
    isFinal: false,
  };
}
