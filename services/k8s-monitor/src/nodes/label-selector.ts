import type { Filter, Where } from '@wheelhouse/kit';
import { Type } from 'typebox';

const key = String.raw`[A-Za-z0-9]([A-Za-z0-9._\/-]*[A-Za-z0-9])?`;
// Spaces go with what stands before them, so that there is one way only to read a run of them.
const value = '([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])? *)?';
const set = String.raw`\((?! *\)) *${value}(, *${value})*\)`;
const term = `(! *${key} *|${key}( *(==?|!=) *${value}| +(in|notin) *${set} *| *))`;

/** A selector as `kubectl get nodes -l` takes it. */
export const labelSelector: Filter = {
  schema: Type.String({
    maxLength: 2_000,
    pattern: `^ *${term}(, *${term})*$`,
    description:
      'Labels that the nodes must all match, comma-separated: `pool=old`, `pool!=old`, `pool in (old,new)`, `pool notin (old,new)`, `pool`, `!pool`',
  }),
  where: (given) => (sql) =>
    given
      .split(betweenTerms)
      .map((one) => whereOf(one.trim(), sql))
      .join(' AND '),
};

/** A comma, but not one of a set. */
const betweenTerms = /,(?![^(]*\))/;

/** As Kubernetes reads it: without the label, `!=` and `notin` are true as well. */
function whereOf(given: string, sql: Parameters<Where>[0]): string {
  const labels = sql.column('labels');
  const [, name = '', operator, wanted = ''] = /^([^ =!]+)(?: *(==?|!=)| +(?=(?:not)?in\b))(.*)$/.exec(given) ?? [];
  if (name !== '') {
    const [, negated, listed] = /^(not)?in *\((.*)\)$/.exec(wanted) ?? [];
    const values = operator === undefined ? (listed ?? '').split(',') : [wanted];
    const any = `${labels} && ${sql.bind(values.map((one) => `${name}=${one.trim()}`))}::text[]`;
    return operator === '!=' || negated !== undefined ? `NOT ${any}` : any;
  }
  const isAbsent = given.startsWith('!');
  const prefix = `${given.slice(isAbsent ? 1 : 0).trim()}=`;
  const any = `EXISTS (SELECT 1 FROM unnest(${labels}) AS label WHERE starts_with(label, ${sql.bind(prefix)}))`;
  return isAbsent ? `NOT ${any}` : any;
}
