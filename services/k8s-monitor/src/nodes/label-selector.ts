import type { Filter, Where } from '@wheelhouse/kit';
import { Type } from 'typebox';

const key = String.raw`[A-Za-z0-9]([A-Za-z0-9._\/-]*[A-Za-z0-9])?`;
const value = '([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?';
const term = `(!?${key}|${key}(=|==|!=)${value})`;

/** A selector as `kubectl get nodes -l` takes it, without `in` and `notin`. */
export const labelSelector: Filter = {
  schema: Type.String({
    maxLength: 2_000,
    pattern: `^${term}(,${term})*$`,
    description: 'Labels that the nodes must all match, comma-separated: `pool=old`, `pool!=old`, `pool`, `!pool`',
  }),
  where: (given) => (sql) =>
    given
      .split(',')
      .map((one) => whereOf(one, sql))
      .join(' AND '),
};

/** As Kubernetes reads it: without the label, `!=` is true as well. */
function whereOf(given: string, sql: Parameters<Where>[0]): string {
  const labels = sql.column('labels');
  const [, name = '', operator, wanted = ''] = /^(!?[^=!]+)(==|!=|=)?(.*)$/.exec(given) ?? [];
  if (operator !== undefined) {
    const has = `${labels} @> ARRAY[${sql.bind(`${name}=${wanted}`)}]::text[]`;
    return operator === '!=' ? `NOT ${has}` : has;
  }
  const isAbsent = name.startsWith('!');
  const any = `EXISTS (SELECT 1 FROM unnest(${labels}) AS label WHERE starts_with(label, ${sql.bind(`${name.slice(isAbsent ? 1 : 0)}=`)}))`;
  return isAbsent ? `NOT ${any}` : any;
}
