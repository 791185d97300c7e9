import { Type } from 'typebox';

/** Quantities as Kubernetes writes them, as far as an app needs them: `250m` or `1.5` cores, `256Mi` of memory. */

export function cpuSchema(description: string) {
  return Type.String({
    maxLength: 12,
    pattern: '^([1-9][0-9]{0,8}m|(0|[1-9][0-9]{0,5})(\\.[0-9]{1,3})?)$',
    description: `${description}, such as 250m or 1.5`,
  });
}

export function memorySchema(description: string) {
  return Type.String({
    maxLength: 16,
    pattern: '^[1-9][0-9]{0,14}(Ki|Mi|Gi|Ti|k|M|G|T)?$',
    description: `${description}, such as 256Mi`,
  });
}

export function millicores(cpu: string): number {
  return cpu.endsWith('m') ? Number(cpu.slice(0, -1)) : Math.round(Number(cpu) * 1_000);
}

const units: Readonly<Record<string, number>> = {
  Ki: 1_024,
  Mi: 1_024 ** 2,
  Gi: 1_024 ** 3,
  Ti: 1_024 ** 4,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
};

export function bytes(memory: string): number {
  const [, amount = '0', unit = ''] = /^(\d+)(\w*)$/.exec(memory) ?? [];
  return Number(amount) * (units[unit] ?? 1);
}
