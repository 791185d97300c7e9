import type { AutonomyLevel, GuardName } from '@wheelhouse/contracts';
import type { Asked } from '../plans/asked.ts';
import type { NodeRead } from '../plans/objects.ts';
import type { TenantSettings } from '../settings/store.ts';
import type { Engaged } from './kill-switch-store.ts';

/** Whether a guard would let an action through, and what becomes of the action if not. */
export interface GuardVerdict {
  readonly guard: GuardName;
  /** `warns`: a person has asked for it or approves it, and is only told. `changes_nothing`: dry mode. */
  readonly effect: 'refuses' | 'warns' | 'changes_nothing';
  readonly passes: boolean;
  readonly message: string;
}

/** All that guards go by. What is undefined was not looked at, and is not judged. */
export interface GuardFacts {
  readonly settings: TenantSettings;
  readonly killSwitch: Engaged | null;
  /** Of decisions only. */
  readonly autonomy: AutonomyLevel | null;
  /** Nobody asked for it or approves it. */
  readonly automatic: boolean;
  /** What was used up by others; undefined for an action that was let through before. */
  readonly used?:
    | {
        /** When the cooldown of this kind on this target ends; null if there is none. */
        readonly coolUntil: Date | 'running' | null;
        readonly drains: number;
        readonly automatedThisHour: number;
      }
    | undefined;
  /** The node that it is about, once it was read. */
  readonly node?: NodeRead | null | undefined;
  /** What a scale-up or scale-down comes to, once it is planned. */
  readonly replicas?: number | undefined;
}

/** Those that concern this action, in the order in which they refuse. */
export function judgeGuards(asked: Asked, facts: GuardFacts): readonly GuardVerdict[] {
  return [
    ...stopped(asked, facts),
    ...wilful(asked, facts),
    ...protectedTarget(asked, facts),
    ...scaleToZero(asked, facts),
    ...(facts.used === undefined ? [] : usedUp(asked, facts, facts.used)),
    ...(facts.settings.dry_mode ? [dry] : []),
  ];
}

/** The first that does not let it through. */
export function refusedBy(verdicts: readonly GuardVerdict[]): GuardVerdict | undefined {
  return verdicts.find(({ effect, passes }) => effect === 'refuses' && !passes);
}

const dry: GuardVerdict = {
  guard: 'dry_mode',
  effect: 'changes_nothing',
  passes: true,
  message: 'Dry mode is on (dry_mode), so the action runs as usual but nothing is changed.',
};

/** Uncordoning gives back what was taken, and is never stopped. */
export function isStoppable(action: string): boolean {
  return action !== 'uncordon_node';
}

function stopped({ action }: Asked, { killSwitch }: GuardFacts): readonly GuardVerdict[] {
  if (!isStoppable(action)) return [];
  return [verdict('kill_switch', 'refuses', killSwitch === null, stoppedText(killSwitch))];
}

export function stoppedText(engaged: Engaged | null): string {
  if (engaged === null) return 'The kill switch is not engaged.';
  const where = engaged.cluster_id === null ? 'of the tenant' : 'of this cluster';
  const why = engaged.reason === null ? '' : `: ${engaged.reason}`;
  return `The kill switch (kill_switch) ${where} has been engaged since ${engaged.engaged_at.toISOString()}${why}. Next step: find out why, then have an administrator release it.`;
}

function wilful({ action }: Asked, { autonomy }: GuardFacts): readonly GuardVerdict[] {
  if (autonomy === null) return [];
  const message =
    autonomy === 'never'
      ? `Decisions to ${action} are never carried out (autonomy). Next step: request it directly if it is needed, or change autonomy.`
      : `The autonomy of ${action} is ${autonomy}.`;
  return [verdict('autonomy', 'refuses', autonomy !== 'never', message)];
}

function protectedTarget({ action, target }: Asked, { settings, node }: GuardFacts): readonly GuardVerdict[] {
  if ('namespace' in target) {
    const isProtected = settings.protected_namespaces.includes(target.namespace);
    const message = isProtected
      ? `Namespace ${target.namespace} is protected (protected_namespaces). Next step: do it with kubectl, or take the namespace off the list.`
      : `Namespace ${target.namespace} is not protected.`;
    return [verdict('protected_namespaces', 'refuses', !isProtected, message)];
  }
  if (action === 'uncordon_node' || node === undefined || node === null) return [];
  const label = settings.protected_node_labels.find((one) => hasLabel(node, one));
  const message =
    label === undefined
      ? `Node ${target.node_name} is not protected.`
      : `Node ${target.node_name} is protected: it has the label ${label} (protected_node_labels). Next step: do it with kubectl, or take the label off the list.`;
  return [verdict('protected_node_labels', 'refuses', label === undefined, message)];
}

function hasLabel({ metadata }: NodeRead, wanted: string): boolean {
  const [key = '', ...value] = wanted.split('=');
  const labels = metadata.labels ?? {};
  return Object.hasOwn(labels, key) && (value.length === 0 || labels[key] === value.join('='));
}

function scaleToZero(asked: Asked, { settings, automatic, replicas }: GuardFacts): readonly GuardVerdict[] {
  if (asked.action !== 'scale_deployment' || !automatic) return [];
  const wanted = replicas ?? asked.target.replicas;
  if (wanted !== 0) return [];
  const message =
    'Scaling to zero without an approval is not allowed (automated_scale_to_zero). Next step: have it proposed with AutoApprove false, and approve it.';
  return [verdict('automated_scale_to_zero', 'refuses', settings.automated_scale_to_zero, message)];
}

function usedUp(asked: Asked, { settings, automatic }: GuardFacts, used: Used): readonly GuardVerdict[] {
  const effect = automatic ? 'refuses' : 'warns';
  const verdicts: GuardVerdict[] = [];
  if (settings.cooldown_seconds > 0)
    verdicts.push(verdict('cooldown_seconds', effect, used.coolUntil === null, coolText(settings, used.coolUntil)));
  if (asked.action === 'drain_node') {
    const most = settings.max_drains_per_cluster;
    const message = `${used.drains} of ${most} drains are running on this cluster (max_drains_per_cluster).${used.drains < most ? '' : ' Next step: wait until one ends, or have it approved.'}`;
    verdicts.push(verdict('max_drains_per_cluster', effect, used.drains < most, message));
  }
  if (automatic) {
    const most = settings.max_automated_per_hour;
    const passes = used.automatedThisHour < most;
    const message = `${used.automatedThisHour} of ${most} automated actions of this kind were used within the last hour (max_automated_per_hour).${passes ? '' : ' Next step: have it approved, or raise the cap.'}`;
    verdicts.push(verdict('max_automated_per_hour', effect, passes, message));
  }
  return verdicts;
}

type Used = NonNullable<GuardFacts['used']>;

function coolText({ cooldown_seconds: seconds }: TenantSettings, until: Used['coolUntil']): string {
  if (until === null)
    return `No action of this kind has run on this target within the last ${seconds} s (cooldown_seconds).`;
  const when = until === 'running' ? 'it has ended' : until.toISOString();
  return `An action of this kind has run on this target within the last ${seconds} s, or still runs (cooldown_seconds). Next step: wait until ${when}, or have it approved.`;
}

function verdict(guard: GuardName, effect: 'refuses' | 'warns', passes: boolean, message: string): GuardVerdict {
  return { guard, effect, passes, message };
}
