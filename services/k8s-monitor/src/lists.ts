import { uuidPattern } from '@wheelhouse/contracts';
import {
  boundedTotal,
  countedTotal,
  type Filters,
  type Page,
  type TenantDb,
  tenantFilter,
  valuesOf,
} from '@wheelhouse/kit';
import { Type } from 'typebox';

/** What the lists of clusters' things have in common. */
interface List {
  /** Of its table and of its counters. */
  readonly name: string;
  /** In the order of the counters. */
  readonly counted: readonly string[];
}

const uuid = uuidPattern.slice(1, -1);

/** A filter by clusters. Only ids pass, because anything else is no id to the database either. */
export const clusterIds = Type.Optional(
  Type.String({ pattern: `^${uuid}(,${uuid})*$`, description: 'of these clusters; comma = or' }),
);

export function filter(description: string) {
  return Type.Optional(Type.String({ maxLength: 1_000, description: `${description}; comma = or` }));
}

export function clusterValues(parameter: string | undefined): readonly string[] | undefined {
  return valuesOf(parameter?.toLowerCase());
}

/** From the counters where every filter given is counted; `narrowed` is what else the rows were narrowed by. */
export function totalOf(
  db: TenantDb,
  { name, counted }: List,
  filters: Filters,
  narrowed?: { readonly by: string; readonly values: readonly unknown[] },
): Promise<Pick<Page<never>, 'total' | 'total_is_estimate'>> {
  const given = Object.entries(filters).filter(([, wanted]) => wanted !== undefined);
  if (narrowed === undefined && given.every(([column]) => counted.includes(column)))
    return countedTotal(db, 'k8s_monitor', name, counted, filters);
  const values: unknown[] = [...(narrowed?.values ?? [])];
  const conditions = given.map(([column, wanted]) => `${column} = ANY($${values.push(wanted)})`);
  const where = [tenantFilter(), ...(narrowed === undefined ? [] : [narrowed.by]), ...conditions].join(' AND ');
  return boundedTotal(db, `FROM k8s_monitor.${name} WHERE ${where}`, values);
}
