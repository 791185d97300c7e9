import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { ChoiceFilter, MomentFilter, Period, TextFilter } from '../design/filters.tsx';

export type Search<Name extends string> = { readonly [Key in Name]?: string | undefined };

/** What a list can be filtered by, under the names that the address and the API have for it. */
export interface Filter<Name extends string> {
  readonly names: readonly Name[];
  readonly draw: (search: Search<Name>, set: (change: Record<string, string | undefined>) => void) => ReactNode;
}

type Choices = Parameters<typeof ChoiceFilter>[0]['choices'];

export function choice<Name extends string>(name: Name, label: string, choices: Choices, none?: string): Filter<Name> {
  return {
    names: [name],
    draw: (search, set) => (
      <ChoiceFilter
        label={label}
        value={search[name]}
        choices={choices}
        onChange={(value) => set({ [name]: value })}
        {...(none && { none })}
      />
    ),
  };
}

export function text<Name extends string>(name: Name, label: string, placeholder?: string): Filter<Name> {
  return {
    names: [name],
    draw: (search, set) => (
      <TextFilter
        label={label}
        value={search[name]}
        onChange={(value) => set({ [name]: value })}
        {...(placeholder && { placeholder })}
      />
    ),
  };
}

export function period<Name extends string>(from: Name, to: Name): Filter<Name> {
  return {
    names: [from, to],
    draw: (search, set) => (
      <Period>
        <MomentFilter label="From" value={search[from]} onChange={(value) => set({ [from]: value })} />
        <MomentFilter label="To" value={search[to]} onChange={(value) => set({ [to]: value })} />
      </Period>
    ),
  };
}

/** Set by a link from elsewhere; here it can only be taken away. */
export function only<Name extends string>(name: Name, words: (value: string) => string): Filter<Name> {
  return {
    names: [name],
    draw: (search, set) => {
      const value = search[name];
      if (value === undefined) return null;
      return (
        <Button icon="close" onClick={() => set({ [name]: undefined })}>
          {words(value)}
        </Button>
      );
    },
  };
}
