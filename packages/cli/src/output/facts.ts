import type { Output } from './output.ts';
import { plain } from './plain.ts';
import type { Style } from './terminal.ts';

/** One thing to say: what it is about, the words, and how they look. */
export type Fact = readonly [title: string, text: string, style?: Style];

const widest = 'blocked by'.length;

/** A line each; what is about the same as the line above is not named again. */
export function factLines({ paint }: Pick<Output, 'paint'>, facts: readonly Fact[]): readonly string[] {
  return facts.map(([title, text, style], at) => {
    const shown = facts[at - 1]?.[0] === title ? '' : title;
    const words = plain(text);
    return `${paint('dim', shown.padEnd(widest))}  ${style === undefined ? words : paint(style, words)}`;
  });
}
