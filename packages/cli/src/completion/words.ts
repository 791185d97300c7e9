import type { Command } from 'commander';
import { type Choices, choicesOf } from './choices.ts';

/** What may come next, by the command tree: commands and options, and what an option or argument takes. */
export interface Next {
  readonly words: readonly string[];
  readonly choices: Choices;
}

/** `before` are the words that are whole; `current` is the one being written. */
export function nextWords(program: Command, before: readonly string[], current: string): Next {
  let command = program;
  let given = 0;
  for (let at = 0; at < before.length; at += 1) {
    const word = before[at] ?? '';
    if (word.startsWith('-')) {
      const option = optionsOf(command).find((one) => one.long === word || one.short === word);
      if (option?.required === true) at += 1;
      if (at >= before.length) return { words: [], choices: choicesOf(option) };
      continue;
    }
    const found = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (found === undefined) given += 1;
    else [command, given] = [found, 0];
  }
  if (current.startsWith('-')) return { words: optionsOf(command).map((one) => one.long ?? ''), choices: [] };
  const names = command.commands.map((one) => one.name()).filter((name) => !name.startsWith('__'));
  return { words: given === 0 ? names : [], choices: choicesOf(command.registeredArguments[given]) };
}

function optionsOf(command: Command): Command['options'] {
  const outer = command.parent === null ? [] : optionsOf(command.parent);
  return [...command.options, ...outer];
}
