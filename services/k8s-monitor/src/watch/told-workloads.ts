import type { WorkloadChange } from '@wheelhouse/contracts';
import { objectKey } from '../state/facts.ts';
import type { RowChanges, Written } from './row-changes.ts';
import type { WorkloadRow } from './workload-rows.ts';

interface Given {
  /** Up to when the rows told all there was; undefined: nothing was known before this round. */
  readonly knownUntil: number | undefined;
  readonly now: number;
}

/** An API server's clock, and how long a change may lie between its object and a row. */
const slackMs = 60_000;

/** What somebody changed of the workloads between two writings of their rows; what became of it is no change. */
export function toldWorkloads(
  before: ReadonlyMap<string, Written<WorkloadRow>>,
  { added, changed, removed, next }: RowChanges<WorkloadRow>,
  given: Given,
): readonly WorkloadChange[] {
  const { knownUntil, now } = given;
  const made = added.filter(({ created_at: at }) => knownUntil !== undefined && (at ?? 0) > knownUntil - slackMs);
  const gone = removed.length === 0 ? [] : [...before].filter(([key]) => !next.has(key));
  return [
    ...made.map((row) => created(nothing, row, now)),
    ...changed.flatMap((row) => {
      const was = before.get(objectKey(row.kind, row.namespace, row.name));
      return was === undefined ? [] : changesOf(was, row, now);
    }),
    ...gone.map(([, row]) => told('deleted', row, { was: row, is: nothing }, { manager: null, at: now })),
  ];
}

type Asked = Pick<WorkloadRow, 'images' | 'replicas'>;
const nothing: Asked = { images: [], replicas: null };

function changesOf(was: WorkloadRow, is: WorkloadRow, now: number): readonly WorkloadChange[] {
  // What it was made of before is not known.
  if (was.template === '') return [];
  // Made anew under its name.
  if (was.uid !== is.uid) return [created(was, is, now)];
  // A newer API server may show an object with more in it, though nobody changed it.
  if (was.generation === is.generation) return [];
  const changes: WorkloadChange[] = [];
  const [template, replicas] = [changedBy('template', was, is, now), changedBy('replicas', was, is, now)];
  if (was.template !== is.template) changes.push(told('template', is, { was, is }, template));
  else if (was.restarted_at !== is.restarted_at) changes.push(told('restarted', is, { was, is }, template));
  if (was.replicas !== is.replicas) changes.push(told('replicas', is, { was, is }, replicas));
  return changes;
}

function created(was: Asked, is: WorkloadRow, now: number): WorkloadChange {
  return told('created', is, { was, is }, { manager: is.template_by, at: is.created_at ?? now });
}

interface By {
  readonly manager: string | null;
  readonly at: number;
}

/**
 * Whoever takes something away without setting anything does not stand in an object: then the newest who does is one
 * of long ago, and has not done it. A count is always set, though the API server keeps no time of who scales.
 */
function changedBy(what: 'template' | 'replicas', was: WorkloadRow, is: WorkloadRow, now: number): By {
  const [manager, before, at] = [is[`${what}_by`], was[`${what}_at`], is[`${what}_at`]];
  if (at !== null && (at !== before || now - at < slackMs)) return { manager, at };
  return { manager: what === 'replicas' ? manager : null, at: now };
}

function told(
  change: WorkloadChange['change'],
  { kind, namespace, name }: WorkloadRow,
  { was, is }: { readonly was: Asked; readonly is: Asked },
  { manager, at }: By,
): WorkloadChange {
  return {
    change,
    object: { kind, namespace, name },
    images: { before: [...was.images], after: [...is.images] },
    replicas: { before: was.replicas, after: is.replicas },
    manager: manager === '' ? null : manager,
    at: new Date(at).toISOString(),
  };
}
