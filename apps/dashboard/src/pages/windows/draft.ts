import { localMinute } from '../../design/clock.ts';

/** What somebody has filled in so far. Times are those of fields: minutes in the zone of whoever types. */
export interface WindowDraft {
  readonly name: string;
  readonly clusterId: string;
  readonly scope: 'cluster' | 'some';
  readonly namespaces: string;
  readonly nodes: string;
  /** Empty: now. */
  readonly starts: string;
  readonly ends: string;
  readonly reason: string;
}

const hourMs = 3_600_000;

export const newDraft = (clusterId: string, now: number): WindowDraft => ({
  name: '',
  clusterId,
  scope: 'cluster',
  namespaces: '',
  nodes: '',
  starts: '',
  ends: localMinute(now + 2 * hourMs),
  reason: '',
});

/** Names as people write them one after the other. */
export const namesIn = (text: string): readonly string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

interface Scope {
  readonly namespaces: readonly string[] | null;
  readonly nodes: readonly string[] | null;
}

export function scopeOf({ scope, namespaces, nodes }: WindowDraft): Scope {
  if (scope === 'cluster') return { namespaces: null, nodes: null };
  const [spaces, machines] = [namesIn(namespaces), namesIn(nodes)];
  return { namespaces: spaces.length === 0 ? null : spaces, nodes: machines.length === 0 ? null : machines };
}

/** Of what no field by itself can be wrong about: with no names at all it would be about the whole cluster. */
export function scopeFault(draft: WindowDraft): string | undefined {
  const { namespaces, nodes } = scopeOf(draft);
  return draft.scope === 'some' && namespaces === null && nodes === null
    ? 'Name at least one namespace or node'
    : undefined;
}

export function bodyOf(draft: WindowDraft) {
  const { namespaces, nodes } = scopeOf(draft);
  const { name, clusterId, starts, ends, reason } = draft;
  return {
    name: name.trim(),
    cluster_id: clusterId,
    ...(namespaces !== null && { namespaces }),
    ...(nodes !== null && { nodes }),
    ...(starts !== '' && { starts_at: new Date(starts).toISOString() }),
    ends_at: new Date(ends).toISOString(),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
}
