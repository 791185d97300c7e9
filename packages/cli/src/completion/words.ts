import type { Argument, Command, Option } from 'commander';
import { choicesOf } from './choices.ts';

/** What may come next, by the command tree: commands, options, and what an argument names. */
export interface Next {
  readonly words: readonly string[];
  /** The argument that is being written, where its values are the server's to tell. */
  readonly argument: string | undefined;
}

const nothing: Next = { words: [], argument: undefined };

/** `before` are the words that are whole; `current` is the one being written. */
export function nextWords(program: Command, before: readonly string[], current: string): Next {
  let command = program;
  let given = 0;
  for (let at = 0; at < before.length; at += 1) {
    const word = before[at] ?? '';
    if (word.startsWith('-')) {
      const option = optionsOf(command).find((one) => one.long === word || one.short === word);
      if (option?.required === true) at += 1;
      if (at >= before.length) return valuesOf(option, option?.attributeName());
      continue;
    }
    const found = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (found === undefined) given += 1;
    else [command, given] = [found, 0];
  }
  if (current.startsWith('-')) return { words: optionsOf(command).map((one) => one.long ?? ''), argument: undefined };
  const names = command.commands.map((one) => one.name()).filter((name) => !name.startsWith('__'));
  const argument = command.registeredArguments[given];
  const { words, argument: name } = valuesOf(argument, argument?.name());
  return { words: [...(given === 0 ? names : []), ...words], argument: name };
}

function valuesOf(of: Option | Argument | undefined, name: string | undefined): Next {
  const words = choicesOf(of);
  return words.length > 0 ? { ...nothing, words } : { ...nothing, argument: name };
}

function optionsOf(command: Command): Command['options'] {
  const outer = command.parent === null ? [] : optionsOf(command.parent);
  return [...command.options, ...outer];
}
