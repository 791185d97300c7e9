import { parseArgs } from 'node:util';
import type { Role } from '@wheelhouse/kit';
import { UsageError } from './usage.ts';

export const commands = [
  'serve',
  'migrate status',
  'migrate up',
  'config check',
  'doctor',
  'secrets rewrap',
  'audit verify',
  'admin setup-link',
  'admin recover-owner',
] as const;
export const roleNames = ['all', 'http', 'worker'] as const satisfies readonly Role[];

export type Command = (typeof commands)[number];

export interface Arguments {
  readonly command: Command | 'help' | 'version';
  /** Names of modules; `all` is one of them. */
  readonly targets: readonly string[];
  readonly role: Role;
  /** Of modules that are given a role of their own: `auth:http`. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Another table of modules, for tests and proofs. */
  readonly tableFile: string | undefined;
  /** Slug or id of the one tenant meant. */
  readonly tenant: string | undefined;
  /** `SEQ:HASH` of an audit trail, kept elsewhere. */
  readonly head: string | undefined;
  /** Of the owner to be recovered. */
  readonly email: string | undefined;
}

const options = {
  target: { type: 'string' },
  role: { type: 'string' },
  modules: { type: 'string' },
  tenant: { type: 'string' },
  head: { type: 'string' },
  email: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type OptionName = keyof typeof options;

/** Options that mean nothing to the other commands. */
const onlyFor: Readonly<Partial<Record<OptionName, readonly Command[]>>> = {
  role: ['serve'],
  tenant: ['audit verify', 'admin setup-link', 'admin recover-owner'],
  head: ['audit verify'],
  email: ['admin recover-owner'],
};

export function parseArguments(argv: readonly string[]): Arguments {
  // Not strict: its faults come one at a time and do not say what there is.
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const faults: string[] = [];
  const given = new Map<OptionName, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const fault = isOption(token.name) ? faultOf(token.name, token.value, given) : unknownOption(token.rawName);
    if (fault !== undefined) faults.push(fault);
    else if (isOption(token.name)) given.set(token.name, token.value ?? '');
  }
  const command = commandOf(given, positionals.join(' '), faults);
  const role = oneOfRoles(given.get('role') ?? 'all', faults);
  for (const name of given.keys()) {
    const only = onlyFor[name];
    if (only !== undefined && !only.some((known) => known === command))
      faults.push(`--${name} is for ${only.join(' and ')} only`);
  }
  const { targets, roles } = readTargets(given.get('target') ?? 'all', faults);
  if (faults.length > 0) throw new UsageError(faults);
  return {
    command,
    role: roles['all'] ?? role,
    roles,
    targets,
    tableFile: given.get('modules'),
    tenant: given.get('tenant'),
    head: given.get('head'),
    email: given.get('email'),
  };
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}

function unknownOption(name: string): string {
  const known = Object.keys(options).map((option) => `--${option}`);
  return `unknown option ${name}; expected one of ${known.join(', ')}`;
}

function faultOf(name: OptionName, value: string | undefined, given: ReadonlyMap<OptionName, string>) {
  if (given.has(name)) return `--${name} is given twice`;
  const wantsValue = options[name].type === 'string';
  if (wantsValue && (value === undefined || value === '')) return `--${name} needs a value`;
  if (!wantsValue && value !== undefined) return `--${name} takes no value`;
  return undefined;
}

function commandOf(given: ReadonlyMap<OptionName, string>, words: string, faults: string[]): Arguments['command'] {
  if (given.has('help') || words === 'help') return 'help';
  if (given.has('version')) return 'version';
  if (words === '') return 'serve';
  const command = commands.find((known) => known === words);
  if (command !== undefined) return command;
  const longer = commands.filter((known) => known.startsWith(`${words} `));
  faults.push(
    longer.length > 0
      ? `incomplete command "${words}"; expected one of ${longer.join(', ')}`
      : `unknown command "${words}"; expected one of ${commands.join(', ')}`,
  );
  return 'serve';
}

function oneOfRoles(given: string, faults: string[]): Role {
  const role = roleNames.find((known) => known === given);
  if (role === undefined) faults.push(`unknown role "${given}"; expected one of ${roleNames.join(', ')}`);
  return role ?? 'all';
}

/** `all,action-agent:http`: modules, some with a role of their own. */
function readTargets(text: string, faults: string[]): Pick<Arguments, 'targets' | 'roles'> {
  const given = text.split(',').map((one) => one.trim().split(':'));
  const roles = given.flatMap(([name = '', role, ...more]) => {
    if (more.length > 0) faults.push(`--target: "${[name, role, ...more].join(':')}" has more than one role`);
    return role === undefined ? [] : [[name, oneOfRoles(role, faults)] as const];
  });
  return { targets: given.map(([name = '']) => name), roles: Object.fromEntries(roles) };
}
