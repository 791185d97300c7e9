import type { lintSource } from '@secretlint/core';
import type { Found } from './rule.ts';

type Config = Parameters<typeof lintSource>[0]['options']['config'];
type Lint = (text: string) => Promise<readonly Found[]>;

let loaded: Promise<Lint> | undefined;

/** By the rules of secretlint, which are read when something is masked first. */
export async function foundBySecretlint(text: string): Promise<readonly Found[]> {
  loaded ??= load();
  return (await loaded)(text);
}

/** Of those it recommends. */
const leftOut = new Set([
  // A text that says `secretlint-disable` is not to be believed.
  'filter-comments',
  // These take the host and the database along; rules of ours do not.
  'basicauth',
  'database-connection-string',
  // A text made for it keeps it busy for seconds; a rule of ours finds the same.
  'github',
]);

async function load(): Promise<Lint> {
  const [{ lintSource: lint }, { rules }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It keeps a mark of each rule and call for as long as the process lives.
  secretLintProfiler.setEnabled(false);
  const taken = rules.filter(({ meta }) => !leftOut.has(nameOf(meta.id)));
  // One by one: what a preset is told to leave out it takes all the same.
  const config: Config = { rules: taken.map((rule) => ({ id: rule.meta.id, rule })) };
  return async (text) => {
    // A byte order mark at the beginning would be taken away, and all places would be wrong by one.
    const source = { content: `\n${text}`, filePath: 'text.txt', ext: '.txt', contentType: 'text' } as const;
    const { messages } = await lint({ source, options: { config, noPhysicFilePath: true } });
    return messages.flatMap(({ ruleId, range: [from, to] }) => {
      const [start, end] = [Math.max(0, from - 1), wordEnd(text, to - 1)];
      if (end <= start || text.slice(start, end).includes('[masked:')) return [];
      return [{ start, end, kind: nameOf(ruleId) }];
    });
  };
}

/** `npm` of `@secretlint/secretlint-rule-npm`. */
function nameOf(ruleId: string): string {
  return ruleId.slice(ruleId.indexOf('-rule-') + '-rule-'.length);
}

/** Some of its rules name a place that ends before the secret does. */
function wordEnd(text: string, from: number): number {
  const rest = /[\w+/=.~%-]{0,4096}/y;
  rest.lastIndex = from;
  return from + (rest.exec(text)?.[0].length ?? 0);
}
