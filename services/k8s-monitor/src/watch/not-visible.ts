import { KubernetesError } from '@wheelhouse/kubernetes';
import type { Assessed, Category } from '../rules/index.ts';

/** An issue as it is found: by a rule, or because something cannot be seen. */
export interface FoundIssue extends Omit<Assessed, 'rule' | 'since'> {
  readonly rule: string;
}

export interface Looked {
  readonly resource: string;
  readonly category: Category;
  readonly fault: Error | undefined;
}

/**
 * What can be done without and is forbidden or not there. It costs nothing, and whoever reads the score should know
 * that it was not looked at.
 */
export function notVisible(looked: readonly Looked[], now: number): readonly FoundIssue[] {
  return looked.flatMap(({ resource, category, fault }) => {
    if (!(fault instanceof KubernetesError) || (fault.status !== 403 && fault.status !== 404)) return [];
    const isForbidden = fault.status === 403;
    return [
      {
        rule: 'not_visible',
        object: { kind: 'Cluster', namespace: null, name: resource },
        message: isForbidden
          ? `The cluster's credentials are not allowed to list and watch ${resource}, so these are not assessed.`
          : `The cluster does not serve ${resource}, so these are not assessed.`,
        severity: 'info',
        category,
        score_impact: 0,
        capped: false,
        suggested_action: isForbidden
          ? `Grant the verbs list and watch on ${resource} to the credentials the cluster is registered with.`
          : `Install a server for ${resource} if you want it assessed.`,
        first_seen: now,
        action_id: null,
      },
    ];
  });
}
