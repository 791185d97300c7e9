import type { Command } from 'commander';
import type { Choices } from '../completion/choices.ts';
import { nextWords } from '../completion/words.ts';
import { plain } from '../output/plain.ts';

const patienceMs = 1_000;

/** For the shell: a word a line, and never an error. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const current = words.at(-1) ?? '';
  const { words: known, choices } = nextWords(program, words.slice(0, -1), current);
  const more = current.startsWith('-') ? [] : await wordsIn(choices).catch(() => []);
  for (const word of [...known, ...more]) if (word.startsWith(current)) process.stdout.write(`${word}\n`);
}

/** Names that a shell would take for something else are left out. */
async function wordsIn(choices: Choices): Promise<readonly string[]> {
  if (typeof choices !== 'function') return choices;
  const { ownClient } = await import('../credentials/find.ts');
  const names = await choices(await ownClient({ retries: 0, timeoutMs: patienceMs }));
  return names.filter((name) => /^[\w.@:+/-]+$/.test(plain(name)));
}
