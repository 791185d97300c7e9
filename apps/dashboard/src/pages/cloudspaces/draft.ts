import type { Cloudspace } from '../../api/apps.ts';

type Quota = Cloudspace['quota'];
type Placement = Cloudspace['placement'];
type Toleration = NonNullable<NonNullable<Placement>['tolerations']>[number];

/** What people decide about a CloudSpace, as its form holds it. */
export interface Draft {
  /** Empty: no limit. */
  readonly cpu: string;
  readonly memory: string;
  readonly pods: string;
  readonly podSecurity: Cloudspace['pod_security'];
  /** label=value, one a line. */
  readonly nodeSelector: string;
  /** key, key=value, key:effect or key=value:effect, one a line, as kubectl taint writes them. */
  readonly tolerations: string;
}

export const newDraft: Draft = {
  cpu: '',
  memory: '',
  pods: '',
  podSecurity: 'baseline',
  nodeSelector: '',
  tolerations: '',
};

export function draftOf({ quota, pod_security, placement }: Cloudspace): Draft {
  return {
    cpu: quota?.cpu ?? '',
    memory: quota?.memory ?? '',
    pods: quota?.pods === undefined ? '' : String(quota.pods),
    podSecurity: pod_security,
    nodeSelector: Object.entries(placement?.node_selector ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    tolerations: (placement?.tolerations ?? []).map(tolerationText).join('\n'),
  };
}

const tolerationText = ({ key, operator, value, effect }: Toleration): string =>
  `${key}${operator === 'Exists' || value === undefined ? '' : `=${value}`}${effect === undefined ? '' : `:${effect}`}`;

export function quotaOf({ cpu, memory, pods }: Draft): Quota {
  const quota = {
    ...(cpu.trim() === '' ? {} : { cpu: cpu.trim() }),
    ...(memory.trim() === '' ? {} : { memory: memory.trim() }),
    ...(pods === '' ? {} : { pods: Number(pods) }),
  };
  return Object.keys(quota).length === 0 ? null : quota;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

function tolerationOf(line: string): Toleration {
  const [, key = '', value, effect] = /^([^=:]*)(?:=([^:]*))?(?::(.*))?$/.exec(line) ?? [];
  const known = effects.find((one) => one === effect);
  return {
    key,
    ...(value === undefined ? { operator: 'Exists' } : { operator: 'Equal', value }),
    ...(known !== undefined && { effect: known }),
  };
}

export function placementOf({ nodeSelector, tolerations }: Draft): Placement {
  const selector = Object.fromEntries(
    linesOf(nodeSelector).map((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  const tolerated = linesOf(tolerations).map(tolerationOf);
  const placement = {
    ...(Object.keys(selector).length > 0 && { node_selector: selector }),
    ...(tolerated.length > 0 && { tolerations: tolerated }),
  };
  return Object.keys(placement).length === 0 ? null : placement;
}

/** What the API could not tell apart from what was meant. */
export function tolerationFault({ tolerations }: Pick<Draft, 'tolerations'>): string | undefined {
  const wrong = linesOf(tolerations).find((line) => {
    const [, effect] = /:(.*)$/.exec(line) ?? [];
    return effect !== undefined && effects.every((one) => one !== effect);
  });
  return wrong === undefined ? undefined : `${wrong}: the effect is one of ${effects.join(', ')}`;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Only what is different; placement is for administrators, and is not sent unless it was changed. */
export function changesOf(before: Draft, after: Draft) {
  const [quota, placement] = [quotaOf(after), placementOf(after)];
  return {
    ...(same(quotaOf(before), quota) ? {} : { quota }),
    ...(before.podSecurity === after.podSecurity ? {} : { pod_security: after.podSecurity }),
    ...(same(placementOf(before), placement) ? {} : { placement }),
  };
}
