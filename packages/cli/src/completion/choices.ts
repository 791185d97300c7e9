import type { Client } from '@wheelhouse/sdk';
import { Argument, Option } from 'commander';

/** What completion offers: words that are known here, or names that the server knows; behind a tab, what one is about. */
export type Choices = readonly string[] | Names;
export type Names = (client: Client) => Promise<readonly string[]>;

/** Each belongs to its own option or argument, whatever others are called. */
const known = new WeakMap<object, Choices>();

export function choicesOf(of: Option | Argument | undefined): Choices {
  return (of && known.get(of)) ?? [];
}

export function option(flags: string, about: string, choices: Choices = []): Option {
  const made = new Option(flags, about);
  known.set(made, choices);
  return made;
}

export function argument(name: string, about = '', choices: Choices = []): Argument {
  const made = new Argument(name, about);
  known.set(made, choices);
  return made;
}
