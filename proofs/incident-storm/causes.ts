/** What is broken: an object of the cluster, and so one incident, whoever tells of it and by whatever rule. */
export interface Cause {
  readonly kind: Kind;
  readonly namespace: string | null;
  readonly name: string;
}

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Node'] as const;
type Kind = (typeof kinds)[number];

export function causeOf(nth: number): Cause {
  const kind = kinds[nth % kinds.length] ?? 'Deployment';
  return { kind, namespace: kind === 'Node' ? null : 'shop', name: `${kind.toLowerCase()}-${nth}` };
}

/** As it is told: of a CronJob it is each time another of its Jobs that fails. */
export function toldObject({ kind, namespace, name }: Cause, nth: number) {
  return kind === 'CronJob'
    ? { kind: 'Job', namespace, name: `${name}-${29_000_000 + nth}` }
    : { kind, namespace, name };
}

/** The same, as the labels of an alert say it. */
export function labelsOf(cause: Cause, nth: number): Readonly<Record<string, string>> {
  const { kind, namespace, name } = toldObject(cause, nth);
  const label = kind === 'Job' ? 'job_name' : kind.toLowerCase();
  return { [label]: name, ...(namespace === null ? {} : { namespace }) };
}
