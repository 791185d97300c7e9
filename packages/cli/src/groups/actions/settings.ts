import { guardWords, isGuardName } from '@wheelhouse/contracts';
import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import type { Run } from '../../invocation.ts';
import { unknownWord } from '../../known-words.ts';
import { plain } from '../../output/plain.ts';

const path = '/agents/action/api/v1/settings';

type Settings = Awaited<ReturnType<typeof read>>;
type Value = Settings[keyof Settings];

async function read(client: Client) {
  return (await client.get(path)).data;
}

/** Without changes it shows them; with name=value it changes those. */
export const run: Run = async ({ args, out, connect }) => {
  const client = await connect();
  const before = await read(client);
  const changes = args.map((given) => changeIn(given, before));
  const settings =
    changes.length === 0 ? before : (await client.patch(path, { body: Object.fromEntries(changes) })).data;
  if (out.isJson) return out.json(settings);
  const names = changes.length === 0 ? Object.keys(settings) : changes.map(([name]) => name);
  const rows = Object.entries(settings).filter(([name]) => names.includes(name));
  out.table(
    [
      { title: 'SETTING', of: ([name]) => name, style: () => 'bold', whole: true },
      { title: 'VALUE', of: ([, value]) => plain(textOf(value)) },
      { title: 'WHAT IT DOES', of: ([name]) => aboutOf(name) },
    ],
    rows,
  );
};

const approvals: Readonly<Record<string, string>> = {
  self_approval: 'Whether users may approve their own proposals',
  plan_must_be_named: 'Whether an approval must name the plan it approves',
  pending_seconds: 'How long an action waits for approval',
};

function aboutOf(name: string): string {
  return isGuardName(name) ? guardWords[name] : (approvals[name] ?? '');
}

function textOf(value: Value): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** As what stands there now is written: a number, true or false, or a comma-separated list. */
function changeIn(given: string, before: Settings): readonly [string, unknown] {
  const at = given.indexOf('=');
  const [name, text] = [given.slice(0, at), given.slice(at + 1)];
  if (at < 1) throw new Failure('usage', `${given} is not name=value, such as cooldown_seconds=600`);
  const current = new Map<string, Value>(Object.entries(before)).get(name);
  if (current === undefined) throw unknownWord('setting', name, Object.keys(before));
  if (Array.isArray(current)) return [name, text === '' ? [] : text.split(',')];
  if (typeof current === 'boolean') {
    if (text === 'true' || text === 'false') return [name, text === 'true'];
    throw new Failure('usage', `${name} must be true or false, not ${text}`);
  }
  if (/^\d{1,9}$/.test(text)) return [name, Number(text)];
  throw new Failure('usage', `${name} must be a number, not ${text}`);
}
