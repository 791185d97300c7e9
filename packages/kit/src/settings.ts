import { readFileSync } from 'node:fs';

/**
 * Settings come from the environment, by a schema each module declares. All faults are told at
 * once; a name that looks like a misspelt one is warned of; a secret can come from NAME_FILE.
 */
export interface Setting<T> {
  readonly about: string;
  readonly secret: boolean;
  readonly fallback: T | undefined;
  readonly required: boolean;
  readonly parse: (text: string) => T;
}

interface Options<T> {
  readonly about: string;
  readonly default?: T;
  readonly secret?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a table of settings of every type
export type SettingsTable = Readonly<Record<string, Setting<any>>>;
export type SettingsOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer T> ? T : never;
};

function setting<T>(options: Options<T>, parse: (text: string) => T): Setting<T> {
  const { about, secret = false } = options;
  return { about, secret, parse, fallback: options.default, required: !('default' in options) };
}

export const text = (options: Options<string>) => setting(options, (value) => value);

/** May be left out. */
export function optional<T>(of: Setting<T>): Setting<T | undefined> {
  return { ...of, required: false, fallback: undefined };
}

/** Refuses what `check` throws at, with its words. */
export function checked<T>(of: Setting<T>, check: (value: T) => unknown): Setting<T> {
  return {
    ...of,
    parse: (value) => {
      const parsed = of.parse(value);
      check(parsed);
      return parsed;
    },
  };
}

/** An address with a scheme. A secret one is not repeated in the fault. */
export const address = (options: Options<string>) =>
  checked(text(options), (value) => {
    if (!URL.canParse(value)) throw new Error('is not a URL of the form scheme://host');
  });

export const oneOf = <Word extends string>(words: readonly Word[], options: Options<Word>): Setting<Word> =>
  setting(options, (value) => {
    const word = words.find((known) => known === value);
    if (word === undefined) throw new Error(`is "${value}"; it must be one of ${words.join(', ')}`);
    return word;
  });

export const flag = (options: Options<boolean>) =>
  setting(options, (value) => {
    if (['true', '1', 'yes', 'on'].includes(value.toLowerCase())) return true;
    if (['false', '0', 'no', 'off'].includes(value.toLowerCase())) return false;
    throw new Error(`is "${value}"; it must be true or false`);
  });

export const number = (options: Options<number> & { readonly minimum?: number; readonly maximum?: number }) =>
  setting(options, (value) => {
    const parsed = Number(value);
    const { minimum = -Infinity, maximum = Infinity } = options;
    if (value.trim() === '' || !Number.isFinite(parsed)) throw new Error(`is "${value}"; it must be a number`);
    if (parsed < minimum || parsed > maximum) throw new Error(`is ${value}; it must be from ${minimum} to ${maximum}`);
    return parsed;
  });

export const integer = (options: Parameters<typeof number>[0]): Setting<number> => {
  const base = number(options);
  return {
    ...base,
    parse: (value) => {
      const parsed = base.parse(value);
      if (!Number.isInteger(parsed)) throw new Error(`is ${value}; it must be a whole number`);
      return parsed;
    },
  };
};

export const list = (options: Options<readonly string[]>) =>
  setting(options, (value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

export class SettingsError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`the settings are incomplete or invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings<Table extends SettingsTable>(table: Table, environment: Environment): SettingsOf<Table> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(table)) {
    try {
      const given = valueOf(name, declared.secret, environment);
      if (given !== undefined) values[name] = declared.parse(given);
      else if (declared.required) faults.push(`${name} is missing: ${declared.about}`);
      else values[name] = declared.fallback;
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > 0) throw new SettingsError(faults);
  return values as SettingsOf<Table>;
}

function valueOf(name: string, secret: boolean, environment: Environment): string | undefined {
  const direct = environment[name];
  const path = environment[`${name}_FILE`];
  if (!secret || path === undefined) return direct === '' ? undefined : direct;
  if (direct !== undefined && direct !== '') throw new Error(`and ${name}_FILE are both set; keep one`);
  return readFileSync(path, 'utf8').trimEnd();
}

/** Names in the environment that are one slip away from a setting nobody set. */
export function misspelt(known: Iterable<string>, environment: Environment): readonly string[] {
  const names = new Set(known);
  const unset = [...names].filter((name) => environment[name] === undefined);
  return Object.keys(environment)
    .filter((name) => !names.has(name.replace(/_FILE$/, '')))
    .flatMap((name) => {
      const meant = unset.find((candidate) => isOneSlipAway(name, candidate));
      return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
    });
}

/** One letter too many, too few, changed or swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || a.length < 4) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.length === restB.length) {
    const swapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
    return swapped || restA.slice(1) === restB.slice(1);
  }
  return restA.length > restB.length ? restA.slice(1) === restB : restB.slice(1) === restA;
}

/** `k8s-monitor` reads `K8S_MONITOR_URL` and `K8S_MONITOR_PORT`. */
export function environmentName(module: string, suffix: 'URL' | 'PORT'): string {
  return `${module.replaceAll('-', '_').toUpperCase()}_${suffix}`;
}
