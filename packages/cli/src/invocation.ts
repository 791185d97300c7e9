import type { Client } from '@wheelhouse/sdk';
import type { ClientChoices } from './credentials/find.ts';
import type { Output } from './output/output.ts';

/** What a command is called with. */
export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly out: Output;
  /** A client of whoever is signed in. */
  readonly connect: (choices?: ClientChoices) => Promise<Client>;
}

export type Run = (invocation: Invocation) => Promise<void>;

export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The texts that were given, by what the API calls them; what was not given is not sent. */
export function textsGiven<Name extends string>(invocation: Invocation, options: Readonly<Record<Name, string>>) {
  const given: Partial<Record<Name, string>> = {};
  for (const name in options) {
    const text = textOption(invocation, options[name]);
    if (text !== undefined) given[name] = text;
  }
  return given;
}
