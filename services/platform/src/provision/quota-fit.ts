import { bytes, millicores } from '../quantities.ts';

export interface QuotaRead {
  readonly spec?: { readonly hard?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly used?: Readonly<Record<string, string>>;
  };
}

const names: Readonly<Record<string, string>> = {
  'requests.cpu': 'CPU',
  'limits.memory': 'memory',
  pods: 'pods',
};

/** Whether what is used was counted against this quota, and not yet against the one before it. */
export function isCounted({ spec, status }: QuotaRead): boolean {
  return Object.entries(spec?.hard ?? {}).every(
    ([resource, asked]) =>
      amountOf(resource, status?.hard?.[resource]) === amountOf(resource, asked) &&
      status?.used?.[resource] !== undefined,
  );
}

/** Of what more is used than the quota allows, in words; undefined when everything fits. */
export function excess({ spec, status }: QuotaRead): string | undefined {
  const over = Object.entries(spec?.hard ?? {}).flatMap(([resource, asked]) => {
    const used = status?.used?.[resource];
    const isOver = used !== undefined && (amountOf(resource, used) ?? 0) > (amountOf(resource, asked) ?? 0);
    return isOver ? [`${used} of ${names[resource] ?? resource} where the quota allows ${asked}`] : [];
  });
  return over.length === 0 ? undefined : `The namespace uses ${over.join(', and ')}.`;
}

/** As whole numbers, for `1` and `1000m` are the same. */
function amountOf(resource: string, quantity: string | undefined): number | undefined {
  if (quantity === undefined) return undefined;
  if (resource === 'requests.cpu') return millicores(quantity);
  return resource === 'limits.memory' ? bytes(quantity) : Number(quantity);
}
