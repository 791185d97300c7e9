import { type IncidentCategory, isIncidentCategory } from '@wheelhouse/contracts';
import { oneLine } from '../one-line.ts';

interface RuleWords {
  readonly category: IncidentCategory;
  /** What follows the object: "Deployment shop/checkout is in a crash loop". */
  readonly is: string;
}

/** Of the rules of k8s-monitor and of what platform tells. One that is not here is told by its name. */
const rules: Readonly<Record<string, RuleWords>> = {
  node_not_ready: { category: 'availability', is: 'is not ready' },
  node_pressure: { category: 'capacity', is: 'is under pressure' },
  node_cordoned: { category: 'configuration', is: 'has been cordoned for long' },
  replica_shortfall: { category: 'availability', is: 'has too few replicas' },
  crash_loop: { category: 'availability', is: 'is in a crash loop' },
  image_pull: { category: 'deployment', is: 'cannot pull its image' },
  oom_killed: { category: 'capacity', is: 'runs out of memory' },
  unschedulable: { category: 'capacity', is: 'has pods that cannot be scheduled' },
  autoscaler_at_maximum: { category: 'capacity', is: 'is at its maximum' },
  usage_near_limit: { category: 'capacity', is: 'is close to its memory limit' },
  job_failing: { category: 'availability', is: 'is failing' },
  budget_without_headroom: { category: 'configuration', is: 'lets no pod be evicted' },
  cluster_unreachable: { category: 'availability', is: 'cannot be reached' },
  cluster_failed: { category: 'availability', is: 'has failed' },
};

export function categoryOf(rule: string): IncidentCategory {
  return rules[rule]?.category ?? 'availability';
}

/** One line for people. */
export function titleOf(rule: string, thing: string): string {
  const words = rules[rule]?.is;
  return cutTitle(words === undefined ? `${thing}: ${rule.replaceAll('_', ' ')}` : `${thing} ${words}`);
}

const longestTitle = 200;

export function cutTitle(text: string): string {
  return oneLine(text, longestTitle);
}

export function categoryFrom(word: string | undefined): IncidentCategory {
  return word !== undefined && isIncidentCategory(word) ? word : 'availability';
}
