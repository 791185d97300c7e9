import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tryRun } from '../../dev/engines/runtime/shell.ts';

const redocly = resolve(import.meta.dirname, '../../node_modules/.bin/redocly');

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** A linter looks at the form of paths, not at what may stand in them; each with its reason. */
const accepted: Readonly<Record<string, string>> = {
  '`/api/v1/webhooks/{id}/pause` and `/api/v1/webhooks/events/{event_id}`':
    'an id is a UUID, which "events" is not, and what follows it is never an event id',
};

function isAccepted({ ruleId, message }: Problem): boolean {
  return ruleId === 'no-ambiguous-paths' && Object.keys(accepted).some((paths) => message.includes(paths));
}

/** What a public linter says by its recommended rules, warnings too; in a folder of its own, so no file tells it to look away. */
export async function lintFaults(name: string, description: object): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(description));
    const result = await tryRun(redocly, ['lint', '--extends=recommended', '--format=json', `${name}.json`], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    if (!result.stdout.startsWith('{')) throw new Error(`the linter ended with ${result.code}: ${result.stderr}`);
    const { problems } = JSON.parse(result.stdout) as { problems: readonly Problem[] };
    const counted = problems.filter((problem) => !isAccepted(problem));
    return counted.map(({ ruleId, message, location: [place] }) => `${name} ${place?.pointer}: ${message} (${ruleId})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
