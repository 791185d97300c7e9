import type { Command } from 'commander';
import type { Choices } from '../completion/choices.ts';
import { nextWords } from '../completion/words.ts';
import { plain } from '../output/plain.ts';

const patienceMs = 1_000;

/** For the shell: a word a line, and never an error. Titles come only where its script says that it can tell them apart. */
export async function complete(program: Command, given: readonly string[]): Promise<void> {
  const hasTitles = given[0] === '--titles';
  const words = given.slice(given.indexOf('--') + 1);
  const current = words.at(-1) ?? '';
  const { words: known, choices } = nextWords(program, words.slice(0, -1), current);
  const more = current.startsWith('-') ? [] : await linesIn(choices).catch(() => []);
  for (const line of [...known, ...more]) {
    const [word = '', title = ''] = line.split('\t', 2);
    if (!word.startsWith(current)) continue;
    process.stdout.write(hasTitles && title !== '' ? `${word}\t${plain(title)}\n` : `${word}\n`);
  }
}

/** Names that a shell would take for something else are left out. */
async function linesIn(choices: Choices): Promise<readonly string[]> {
  if (typeof choices !== 'function') return choices;
  const { ownClient } = await import('../credentials/find.ts');
  const lines = await choices(await ownClient({ retries: 0, timeoutMs: patienceMs }));
  return lines.filter((line) => /^[\w.@:+/-]+(?:\t|$)/.test(line));
}
