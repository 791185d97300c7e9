import type { Option } from 'commander';
import { option } from '../../completion/choices.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, textOption } from '../../invocation.ts';

/** Fields of an app, as the API takes them; it checks each of them, and names what is wrong. */
export type Fields = Readonly<Record<string, unknown>>;
export type Env = Readonly<Record<string, string | null>>;

/** What can be said of an app on the command line. */
export const contentOptions: readonly Option[] = [
  repeated(option('--env <name=value>', 'set a variable; may be repeated')),
  option('--port <port>', 'port it listens on; none: a worker'),
  option('--health-path <path>', 'HTTP path that answers 2xx or 3xx once it is ready'),
  option('--cpu <quantity>', 'CPU that each pod is guaranteed, for example 250m'),
  option('--memory <quantity>', 'memory of each pod, for example 256Mi'),
];

export const unset = repeated(option('--unset <name>', 'remove a variable; may be repeated'));

export const waitOptions: readonly Option[] = [
  option('--timeout <seconds>', 'how long to wait; default: until it ends, which every phase does'),
  option('--no-wait', 'only begin it: ends with 7'),
];

function repeated(one: Option): Option {
  return one.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
}

/** All but the variables. */
export function fieldsGiven(invocation: Invocation): Fields {
  const image = textOption(invocation, 'image');
  const port = textOption(invocation, 'port');
  const path = textOption(invocation, 'healthPath');
  const [cpu, memory] = [textOption(invocation, 'cpu'), textOption(invocation, 'memory')];
  const resources = {
    ...(cpu === undefined ? {} : { cpu_request: cpu }),
    ...(memory === undefined ? {} : { memory_request: memory }),
  };
  return {
    ...(image === undefined ? {} : { source: { type: 'image', image } }),
    ...(port === undefined ? {} : { port: port === 'none' ? null : countOf('--port', port, 65_535) }),
    ...(path === undefined ? {} : { health_check: { path } }),
    ...(Object.keys(resources).length === 0 ? {} : { resources }),
  };
}

export function envGiven(invocation: Invocation): Env {
  const set = textsOf(invocation, 'env').map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new Failure('usage', `--env must be NAME=VALUE, not ${pair}`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const removed = textsOf(invocation, 'unset').map((name) => [name, null] as const);
  const twice = removed.find(([name]) => set.some(([other]) => other === name));
  if (twice !== undefined) throw new Failure('usage', `${twice[0]} cannot be both set and unset`);
  return Object.fromEntries([...set, ...removed]);
}

function textsOf({ options }: Invocation, name: string): readonly string[] {
  const given = options[name];
  return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
}

export function countOf(what: string, given: string, most: number): number {
  const count = /^\d{1,5}$/.test(given) ? Number(given) : -1;
  if (count >= 0 && count <= most) return count;
  throw new Failure('usage', `${what} must be a number up to ${most}, not ${given}`);
}
