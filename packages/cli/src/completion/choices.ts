import { Argument, Option } from 'commander';

/** The words that an option or argument takes, for completion; each belongs to its own, whatever others are called. */
const known = new WeakMap<object, readonly string[]>();

export function choicesOf(of: Option | Argument | undefined): readonly string[] {
  return (of && known.get(of)) ?? [];
}

/** Several of them, comma-separated: the command itself says which one is wrong. */
export function choice(flags: string, about: string, words: readonly string[]): Option {
  const option = new Option(flags, about);
  known.set(option, words);
  return option;
}

export function choiceArgument(name: string, about: string, words: readonly string[]): Argument {
  const argument = new Argument(name, about);
  known.set(argument, words);
  return argument;
}
