import type {
  Budget,
  DeploymentSeen,
  LabelSelector,
  Labels,
  PodSeen,
  ScaleDownCase,
  Strategy,
  Verdict,
  Violation,
} from './contract.ts';

/**
 * The judge of `pdb-scale-down`: may this Deployment be scaled down, as its namespace stands? Written before the code it
 * judges (but for K), from the specification (action rule 1, error rule 2), kubernetes.md section 2 and api.md "Rights" alone. Slow
 * and plain on purpose: everything is counted anew for each budget. "Step n" is the n-th line of the check at the end of
 * that section; "arithmetic" is the list above it. `contract.ts` defines ready, live, "of a Deployment" and "concerns".
 *
 * The sources leave room here. What was decided, and why; where there was doubt, refusing is the safe side:
 *
 * A. Target 0 under a percentage above 0 is refused, also where other Deployments share the budget (step 5 calls it the
 *    safe one and makes no exception). 0 % asks for nothing and refuses nothing, at 0 either.
 * B. Controllers the agent's rights cannot read (StatefulSet, ReplicaSet without Deployment, Job, anything else) count as
 *    their live pods (api.md): all of them in the namespace, matched or not, because spec.replicas, which this stands
 *    for, does not ask either. Terminating pods are in: a StatefulSet replaces them only once they are gone. Finished
 *    ones are out: they are replaced at once or never, and may lie around for days.
 * C. A controller is expected when any pod of it is matched, finished and terminating pods too (arithmetic:
 *    "the distinct controllers of the matched pods", "any phase"). A Deployment without a matched pod is not, though its
 *    template may match: the disruption controller does not see it.
 * D. Pods without a controller are not expected (arithmetic: "left out") but are ready pods like others (step 2).
 * E. A pod of D that the budget does not match is never counted as ready: "other pods the budget matches" in step 2 says
 *    that both counts are of matched pods. Of the matched ones min(N, ready) are taken to stay, as step 2 has it, though
 *    in a rollout the unmatched ones might be the ones that stay.
 * F. Each budget is judged alone, also where a pod is under several. `status` (disruptedPods in it) is not looked at.
 * G. What is short already stays refused, also when the scale-down takes no ready pod: step 4 does not ask for a before.
 * H. Neither field, or a maxUnavailable that is not zero: never refused (step 6). "1%" of anything rounds up to 1.
 *    Zero is what counts, not how it is written ("00%").
 * I. More than 100 % is reckoned as it stands.
 * J. A pod of a ReplicaSet named as if D had made it, whose labels D's selector does not match, is another controller's.
 * K. Added after live cases had shown step 2 to be wrong for them: in a rollout (8 replicas, 6 old pods ready, 4 new ones
 *    not, scaled to 4: 3 ready, not 4). The Deployment's controller then scales every ReplicaSet in proportion, ready or
 *    not, and goes on with the rollout until no more than its maxUnavailable are missing. What is left for certain is
 *    counted: the lesser of both. Which ReplicaSet is the new one cannot be seen. With Recreate all old ones go: none.
 */
export function verdictOf(scaleDown: ScaleDownCase): Verdict {
  const violations: Violation[] = [];
  for (const budget of scaleDown.budgets) {
    if (!concerns(budget, scaleDown)) continue;
    const violation = violationOf(budget, scaleDown);
    if (violation !== null) violations.push(violation);
  }
  return violations.length === 0 ? { allowed: true } : { allowed: false, violations };
}

/** Step 1: "keep those whose selector matches the template labels or any live pod of D". */
function concerns(budget: Budget, { deployment, pods }: ScaleDownCase): boolean {
  if (matches(budget.selector, deployment.templateLabels)) return true;
  return pods.some((pod) => isOf(deployment, pod) && isLive(pod) && matches(budget.selector, pod.labels));
}

function violationOf(budget: Budget, scaleDown: ScaleDownCase): Violation | null {
  const { deployment, target } = scaleDown;
  const { minAvailable, maxUnavailable } = budget;
  const after = readyAfter(budget, scaleDown);
  const others = replicasOfOthers(budget, scaleDown);

  // Step 3: 'maxUnavailable 0 or "0%": refuse.' Arithmetic: desiredHealthy = expected - maxUnavailable = expected.
  if (maxUnavailable !== undefined && (maxUnavailable === 0 || percentOf(maxUnavailable) === 0)) {
    return { budget: budget.name, rule: 'max_unavailable_zero', after, needed: deployment.replicas + others };
  }
  // Step 6: other values of maxUnavailable are not refused; nor is a budget with neither field (H).
  if (minAvailable === undefined) return null;

  // Step 4: "minAvailable integer m: refuse when after < m."
  if (typeof minAvailable === 'number') {
    if (after >= minAvailable) return null;
    return { budget: budget.name, rule: 'min_available', after, needed: minAvailable };
  }

  // Step 5: "expected' = N + replicas of the other controllers; refuse when after < ceil(p * expected' / 100)."
  const percent = percentOf(minAvailable);
  if (percent === null) throw new Error(`budget ${budget.name}: minAvailable "${minAvailable}" is no percentage`);
  const needed = Math.ceil((percent * (target + others)) / 100);
  // "N = 0 makes every percentage 0 ... refusing while p > 0 is the safe one." (A)
  if (target === 0 && percent > 0) {
    return { budget: budget.name, rule: 'min_available_percent_at_zero', after, needed: Math.max(1, needed) };
  }
  if (after >= needed) return null;
  return { budget: budget.name, rule: 'min_available', after, needed };
}

/** Step 2: "after = ready_other + min(N, ready_D)"; in a rollout by K. */
function readyAfter(budget: Budget, { deployment, target, pods }: ScaleDownCase): number {
  // Arithmetic: "healthy = condition Ready True, no deletionTimestamp".
  const ready = pods.filter((pod) => matches(budget.selector, pod.labels) && pod.ready && !pod.terminating);
  const readyOfIt = ready.filter((pod) => isOf(deployment, pod));
  const readyOther = ready.length - readyOfIt.length;

  const kept = pods.filter((pod) => isOf(deployment, pod) && isLive(pod) && !pod.terminating);
  const sets: ReplicaSet[] = [];
  for (const uid of new Set(kept.map((pod) => pod.controller?.uid))) {
    const size = kept.filter((pod) => pod.controller?.uid === uid).length;
    sets.push({ size, ready: readyOfIt.filter((pod) => pod.controller?.uid === uid).length });
  }
  if (sets.length > 1) return readyOther + readyInRollout(deployment, target, sets);
  return readyOther + Math.min(target, readyOfIt.length);
}

interface ReplicaSet {
  readonly size: number;
  readonly ready: number;
}

/** K. The Deployment controller: size × (N + surge) ÷ (replicas + surge before), rounded; the largest takes the rest. */
function readyInRollout({ replicas, strategy = {} }: DeploymentSeen, target: number, sets: ReplicaSet[]): number {
  if (strategy.type === 'Recreate' || target === 0) return 0;
  const most = target + surgeOf(strategy, target);
  const mostBefore = replicas + surgeOf(strategy, replicas);
  // The largest first; of two as large, the older: not seen, so as if it were the one with more ready pods.
  sets.sort((one, other) => (one.size === other.size ? other.ready - one.ready : other.size - one.size));
  const toAdd = most - sets.reduce((total, set) => total + set.size, 0);
  const sizes = sets.map((set) => set.size);
  if (toAdd < 0) {
    let added = 0;
    for (const [index, set] of sets.entries()) {
      const fraction = Math.round((set.size * most) / mostBefore) - set.size;
      const share = Math.min(0, Math.max(fraction, toAdd - added));
      sizes[index] = set.size + share;
      added += share;
    }
    sizes[0] = Math.max(0, (sizes[0] ?? 0) + toAdd - added);
  }
  let ready = 0;
  for (const [index, set] of sets.entries()) ready += Math.min(set.ready, sizes[index] ?? 0);
  const stays = Math.max(0, target - unavailableOf(strategy, target));
  return Math.min(ready, stays);
}

/** Of a Deployment's strategy: what is too many rounds up, what is missing rounds down; both 0 makes it 1 missing. */
function surgeOf({ rollingUpdate }: Strategy, replicas: number): number {
  const surge = rollingUpdate?.maxSurge ?? '25%';
  return typeof surge === 'number' ? surge : Math.ceil(((percentOf(surge) ?? 0) * replicas) / 100);
}

function unavailableOf(strategy: Strategy, replicas: number): number {
  const asked = strategy.rollingUpdate?.maxUnavailable ?? '25%';
  const missing = typeof asked === 'number' ? asked : Math.floor(((percentOf(asked) ?? 0) * replicas) / 100);
  return missing === 0 && surgeOf(strategy, replicas) === 0 ? 1 : missing;
}

/** Arithmetic, expectedPods: "sum of spec.replicas over the distinct controllers of the matched pods", without D. */
function replicasOfOthers(budget: Budget, { deployment, pods, deployments }: ScaleDownCase): number {
  const others = pods.filter((pod) => matches(budget.selector, pod.labels) && !isOf(deployment, pod));
  let replicas = 0;
  // Readable: Deployments, each once, however many ReplicaSets it has.
  for (const other of deployments) {
    if (others.some((pod) => isOf(other, pod))) replicas += other.replicas;
  }
  // Unreadable: "count as their live pods" (api.md, B). No controller: left out (D).
  const unreadable = new Set<string>();
  for (const pod of others) {
    if (pod.controller === null || deployments.some((other) => isOf(other, pod))) continue;
    unreadable.add(pod.controller.uid);
  }
  for (const uid of unreadable) replicas += pods.filter((pod) => pod.controller?.uid === uid && isLive(pod)).length;
  return replicas;
}

/** The section's last line: "by the Deployment's selector plus the owner ReplicaSet's name (deployment-hash)". */
function isOf(deployment: ScaleDownCase['deployment'], pod: PodSeen): boolean {
  if (pod.controller === null || pod.controller.kind !== 'ReplicaSet') return false;
  const hash = pod.labels['pod-template-hash'];
  if (hash === undefined || pod.controller.name !== `${deployment.name}-${hash}`) return false;
  return matches(deployment.selector, pod.labels);
}

function isLive(pod: PodSeen): boolean {
  return pod.phase !== 'Succeeded' && pod.phase !== 'Failed';
}

/** Arithmetic: "selector unset/null matches no pod; {} matches every pod"; "NotIn also matches a missing key". */
function matches(selector: LabelSelector | null, labels: Labels): boolean {
  if (selector === null) return false;
  const valueOf = (key: string): string | undefined => (Object.hasOwn(labels, key) ? labels[key] : undefined);
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    if (valueOf(key) !== value) return false;
  }
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    const value = valueOf(key);
    if (operator === 'Exists' && value === undefined) return false;
    if (operator === 'DoesNotExist' && value !== undefined) return false;
    if (operator === 'In' && (value === undefined || !values.includes(value))) return false;
    if (operator === 'NotIn' && value !== undefined && values.includes(value)) return false;
  }
  return true;
}

/** "51%" is 51; a number is no percentage. */
function percentOf(value: number | string): number | null {
  const digits = typeof value === 'string' ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}
