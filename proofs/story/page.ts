import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsIn, type Ran, untrue } from '../first-ten-minutes/guide.ts';

const told = { node: 'shop-node-7', host: 'hooks.example.com' };

/** Where docs/story.md and what truly happened differ. */
export function untrueInStory(ran: readonly Ran[], node: string, host: string): readonly string[] {
  const file = 'docs/story.md';
  const commands = commandsIn(file, readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
  if (commands.length < 4) return [`${file} tells no story`];
  const named = (text: string) => text.replaceAll(node, told.node).replaceAll(host, told.host);
  return untrue(
    commands,
    ran.map(({ line, output }) => ({ line: named(line), output: named(output) })),
  );
}

/** Pictures that docs/story.md shows and the story makes. */
export const pictures = ['story-issue', 'story-plan', 'story-done', 'story-webhook'] as const;
