import type { App, Cloudspace } from '../../api/apps.ts';

type Quota = Cloudspace['quota'];

const units: Readonly<Record<string, number>> = {
  '': 1,
  Ki: 1_024,
  Mi: 1_024 ** 2,
  Gi: 1_024 ** 3,
  Ti: 1_024 ** 4,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
};

/** 250m or 1.5, as Kubernetes writes it. */
export function millicores(cpu: string): number {
  return cpu.endsWith('m') ? Number(cpu.slice(0, -1)) : Math.round(Number(cpu) * 1_000);
}

/** 256Mi, as Kubernetes writes it. */
export function bytes(memory: string): number {
  const [, amount = '0', unit = ''] = /^(\d+)(\w*)$/.exec(memory) ?? [];
  return Number(amount) * (units[unit] ?? 1);
}

/** What apps ask for, all of their replicas together. A quota counts CPU by requests and memory by limits. */
export interface Asked {
  readonly cpu: number;
  readonly memory: number;
  readonly pods: number;
}

type AskingApp = Pick<App, 'resources' | 'replicas'>;

export function askedFor(apps: readonly AskingApp[]): Asked {
  return apps.reduce<Asked>(
    (sum, { resources: { cpu_request, memory_limit }, replicas }) => ({
      cpu: sum.cpu + millicores(cpu_request) * replicas,
      memory: sum.memory + bytes(memory_limit) * replicas,
      pods: sum.pods + replicas,
    }),
    { cpu: 0, memory: 0, pods: 0 },
  );
}

export function quotaWords(quota: Quota): string {
  if (quota === null) return 'none';
  const words = [
    ...(quota.cpu === undefined ? [] : [`${quota.cpu} CPU`]),
    ...(quota.memory === undefined ? [] : [quota.memory]),
    ...(quota.pods === undefined ? [] : [`${quota.pods} pods`]),
  ];
  return words.length === 0 ? 'none' : words.join(', ');
}
