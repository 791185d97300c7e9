import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the README and the guide tell a newcomer to type, and what they say comes back. */

export interface Told {
  readonly file: string;
  readonly line: string;
  /** … stands for what differs from run to run. */
  readonly shown: readonly string[];
}

/** One command as it was typed, and what the terminal showed. */
export interface Ran {
  readonly line: string;
  readonly output: string;
}

const root = join(import.meta.dirname, '../..');
const guide = 'docs/guides/first-ten-minutes.md';

/** What the guides call the address; where that port is taken, the demo prints another. */
export const toldAddress = 'http://127.0.0.1:8080';

/** Not run here, and why. */
const provenElsewhere: Readonly<Record<string, string>> = {
  './dev/bootstrap': 'by the proof engines, in a fresh clone',
};

export function toldCommands(): readonly Told[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, section = ''] = /^## Your first ten minutes$([\s\S]*?)^## /m.exec(readme) ?? [];
  return [...commandsIn('README.md', section), ...commandsIn(guide, readFileSync(join(root, guide), 'utf8'))];
}

export function commandsIn(file: string, text: string): readonly Told[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block.split(/^\$ /m).flatMap((part) => {
      const [typed = '', ...shown] = part.trimEnd().split('\n');
      if (typed === '') return [];
      const lines = typed.split(' && ');
      // What is shown is shown by the last.
      return lines.map((line, index) => ({ file, line, shown: index === lines.length - 1 ? shown : [] }));
    }),
  );
}

/** Where the guides and what truly happened differ; none when every command was run and answered as they say. */
export function untrue(told: readonly Told[], ran: readonly Ran[], leftOut: readonly string[] = []): readonly string[] {
  return told.flatMap(({ file, line, shown }) => {
    if (Object.hasOwn(provenElsewhere, line) || leftOut.includes(line)) return [];
    const runs = ran.filter((one) => one.line === line);
    if (runs.length === 0) return [`${file}: nobody ran: ${line}`];
    return runs.some(({ output }) => shows(output, shown))
      ? []
      : [`${file}: ${line} does not show: ${shown.join(' / ')}`];
  });
}

/** Every line of it, in that order, with its indentation. */
export function shows(output: string, shown: readonly string[]): boolean {
  const wanted = shown.filter((line) => line.trim() !== '…' && line.trim() !== '').map(patternOf);
  let found = 0;
  for (const line of output.split('\n')) if (wanted[found]?.test(line.trimEnd()) === true) found += 1;
  return found === wanted.length;
}

function patternOf(line: string): RegExp {
  const parts = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
