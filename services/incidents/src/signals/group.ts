import type { IncidentObject } from '../object.ts';

/**
 * What is one incident: all signs of trouble of one object of a cluster, whatever their rule. A crash loop, too few
 * replicas and an OOM kill of one Deployment are one thing to whoever is called.
 */
export function groupOfObject(clusterId: string, { kind, namespace, name }: IncidentObject): string {
  return [clusterId, kind, namespace ?? '', name].join('|');
}

/** Of signals that name no object: those of one rule in one place, or what their sender says belongs together. */
export function groupOfAlert(clusterId: string, { rule, namespace = '', service = '', group }: AlertPlace): string {
  return group === undefined
    ? [clusterId, 'alert', rule, namespace, service].join('|')
    : [clusterId, 'group', group].join('|');
}

interface AlertPlace {
  readonly rule: string;
  readonly namespace?: string | undefined;
  readonly service?: string | undefined;
  readonly group?: string | undefined;
}

export const nodeOf = (name: string): IncidentObject => ({ kind: 'Node', namespace: null, name });

/** An object that stands for another: trouble of the first is told of the second. */
interface Fold {
  readonly from: string;
  /** The second, from the first and from what is told of it; undefined: this one stands for itself. */
  readonly to: (object: IncidentObject, scales: IncidentObject | undefined) => IncidentObject | undefined;
  /** For the timeline. */
  readonly why: string;
}

/** Pods are told of their owners already by whoever sees them. */
const folds: readonly Fold[] = [
  {
    from: 'Job',
    to: (object) => {
      // A CronJob names its Jobs after the minute they are for.
      const name = /^(?<cronJob>.+)-\d{8,}$/.exec(object.name)?.groups?.['cronJob'];
      return name === undefined ? undefined : { ...object, kind: 'CronJob', name };
    },
    why: 'The Job was made by this CronJob.',
  },
  {
    from: 'HorizontalPodAutoscaler',
    to: (_object, scales) => scales,
    why: 'Its autoscaler reported this.',
  },
];

export interface Folded {
  readonly object: IncidentObject;
  readonly why: string | undefined;
}

/** The object that an incident is about, of the one that is in trouble. */
export function rootOf(object: IncidentObject, scales?: IncidentObject): Folded {
  for (const { from, to, why } of folds) {
    const found = object.kind === from ? to(object, scales) : undefined;
    if (found !== undefined) return { object: found, why };
  }
  return { object, why: undefined };
}

/** As people and kubectl write it: `Deployment shop/checkout`. */
export function objectWords({ kind, namespace, name }: IncidentObject): string {
  return namespace === null ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}
