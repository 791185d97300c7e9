import { timestampSchema, uuidPattern } from '@wheelhouse/contracts';
import { type TSchema, Type } from 'typebox';
import { firstIdOf } from '../ids.ts';

/** What a condition is written with. */
export interface Sql {
  /** Keeps a value for the statement and returns the placeholder that stands for it. */
  readonly bind: (value: unknown) => string;
  /** A column by the name it has in the statement, where tables have aliases. */
  readonly column: (name: string) => string;
}
export type Where = (sql: Sql) => string;

/** Rows whose column has one of these values; counters can count those too. */
export interface Equals {
  readonly column: string;
  readonly values: readonly string[];
}
export type Condition = Equals | Where;

/** A query parameter of a list, and the rows it leaves. */
export interface Filter {
  readonly schema: TSchema;
  readonly required?: boolean;
  /** Undefined where the parameter narrows the list in another way: see `parts` of a list. */
  readonly where: (given: string, name: string) => Condition | undefined;
}

/** A column filter compares the column of its own name, unless it is told another. */
function columnFilter(
  schema: TSchema,
  column: string | undefined,
  values: (given: string) => Equals['values'],
): Filter {
  return { schema, where: (given, name) => ({ column: column ?? name, values: values(given) }) };
}

/** Several values, comma-separated. `words` are those there are, or what they stand for. */
export function anyOf(words: string | readonly string[], column?: string): Filter {
  const description = `${typeof words === 'string' ? words : words.join(', ')}; comma-separated`;
  return columnFilter(Type.String({ maxLength: 2_000, description }), column, valuesIn);
}

const uuid = uuidPattern.slice(1, -1);

/** Several ids, comma-separated. Only ids pass, because anything else is no id to the database either. */
export function anyIdOf(what: string, column?: string): Filter {
  const schema = Type.String({ pattern: `^${uuid}(,${uuid})*$`, description: `${what}; comma-separated` });
  return columnFilter(schema, column, (given) => valuesIn(given.toLowerCase()));
}

/** One value. `stored` turns it into what the column holds. */
export function exactly(schema: TSchema, column?: string, stored = (given: string) => given): Filter {
  return columnFilter(schema, column, (given) => [stored(given)]);
}

/**
 * As bounds and not as a pattern: those an index knows. Its column is compared byte by byte (COLLATE "C"), and
 * nothing comes after that last character.
 */
export function prefixOf(column: string, maxLength = 253): Filter {
  return {
    schema: Type.String({ minLength: 1, maxLength, description: `Prefix of the ${column}` }),
    where: (begin) => (sql) => {
      const name = sql.column(column);
      return `${name} >= ${sql.bind(begin)} AND ${name} < ${sql.bind(`${begin}\u{10FFFF}`)}`;
    },
  };
}

/** When a row was made is in its id. */
export const createdAfter: Filter = {
  schema: Type.With(timestampSchema, { description: 'Only those created at or after this time' }),
  where: (time) => (sql) => `${sql.column('id')} >= ${sql.bind(firstIdOf(new Date(time)))}`,
};
export const createdBefore: Filter = {
  schema: Type.With(timestampSchema, { description: 'Only those created before this time' }),
  where: (time) => (sql) => `${sql.column('id')} < ${sql.bind(firstIdOf(new Date(time)))}`,
};

function valuesIn(given: string): readonly string[] {
  return given.split(',').map((value) => value.trim());
}

export function whereOf(condition: Condition): Where {
  if (typeof condition === 'function') return condition;
  const { column, values } = condition;
  // One value alone lets an index that begins with it give its order too.
  return (sql) =>
    values.length === 1
      ? `${sql.column(column)} = ${sql.bind(values[0])}`
      : `${sql.column(column)} = ANY(${sql.bind(values)})`;
}
