import { groupOfAlert, groupOfObject, objectWords, rootOf } from '../signals/group.ts';
import { cutTitle, titleOf } from './rules.ts';
import type { SentSignal } from './schema.ts';
import { timeGiven } from './since.ts';
import type { Signal } from '../signals/signal.ts';

/** What programs send in our own words. */
export function signalFromProgram(clusterId: string, sent: SentSignal, now: Date): Signal {
  const { key, rule, severity, message, service = '', group, nodes = [], category = 'availability' } = sent;
  const { object, why } = sent.object === undefined ? {} : rootOf(sent.object);
  const namespace = object?.namespace ?? sent.namespace;
  const at = timeGiven(sent.at, now);
  const thing = object === undefined ? service || namespace || rule : objectWords(object);
  return {
    source: 'api',
    key,
    clusterId,
    rule,
    severity,
    category,
    title: (object === undefined && cutTitle(message)) || titleOf(rule, thing),
    service,
    message,
    object,
    namespace: namespace ?? undefined,
    nodes,
    allOnNodes: false,
    groupKey:
      object === undefined
        ? groupOfAlert(clusterId, { rule, namespace: sent.namespace, service, group })
        : groupOfObject(clusterId, object),
    isFiring: (sent.state ?? 'firing') === 'firing',
    at,
    since: at,
    isRepeated: true,
    why,
  };
}
