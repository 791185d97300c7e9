import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { missingFromLock, withoutHash } from '../lock.ts';

/** Rules about the repository as a whole, each with its reason. */

const longestFile = 400;

export function repositoryRules(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  const files = listed.split('\n').filter((path) => path !== '' && existsSync(path));
  const texts = files
    .filter((path) => !/\.(png|ico|woff2)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return [
    ...incompleteLock(),
    ...unhashed(),
    ...texts.flatMap(({ path, text }) => [
      ...tooLong(path, text),
      ...machinePaths(path, text),
      ...brokenLinks(path, text),
      ...approvedElsewhere(path, text),
    ]),
  ];
}

/** `npm ci` refuses a lock file that leaves out other platforms' packages. */
function incompleteLock(): readonly string[] {
  const names = [...missingFromLock().keys()];
  return names.length === 0
    ? []
    : [`package-lock.json leaves out ${names.length} packages (${names[0]}…): npm run lock`];
}

/** What runs where the engines run is what was looked at; for other systems as far as the registry here has it. */
function unhashed(): readonly string[] {
  return withoutHash('linux').map((place) => `package-lock.json has no hash of ${place}: npm run lock`);
}

/** A long file does more than one thing; a good reason for it stands in its first comment. */
function tooLong(path: string, text: string): readonly string[] {
  if (!/\.tsx?$/.test(path)) return [];
  const lines = text.split('\n').length;
  const excused = /^\/\*\*[^/]*Long because/.test(text);
  return lines > longestFile && !excused
    ? [`${path}: ${lines} lines; more than ${longestFile} need "Long because …" in the first comment`]
    : [];
}

/** What is true of one machine only has no place in the repository. */
function machinePaths(path: string, text: string): readonly string[] {
  const home = homedir();
  const own = [process.cwd(), ...(home === '/' ? [] : [`${home}/`])];
  return own.filter((place) => text.includes(place)).map((place) => `${path}: names a path of this machine (${place})`);
}

/** A link that leads nowhere is worse than none. */
function brokenLinks(path: string, text: string): readonly string[] {
  if (!path.endsWith('.md')) return [];
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  const targets = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(dirname(path), target)))
    .map((target) => `${path}: links to ${target}, which does not exist`);
}

/** Where decisions are described, and the one place that may let one run by itself. */
const decisionsAreMadeIn: ReadonlySet<string> = new Set([
  'packages/contracts/src/messages/decision.ts',
  'packages/contracts/src/messages/proposal.ts',
  'services/agent-analysis/src/trust/decision.ts',
]);

/** Whether anything may run without a person is decided in one place; everybody else asks one, by `proposalOf`. */
function approvedElsewhere(path: string, text: string): readonly string[] {
  const isShipped = /^(packages|services|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path);
  if (!isShipped || decisionsAreMadeIn.has(path)) return [];
  const writes = /(?<![.'"])\bAutoApprove\b['"]?\s*[:,}=]/.test(text.replaceAll(/'[^'\n]*'/g, "''"));
  return writes ? [`${path}: builds a decision with AutoApprove; use proposalOf of the contracts`] : [];
}
