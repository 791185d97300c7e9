import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsIn, type Ran, untrue } from '../first-ten-minutes/guide.ts';

const told = { node: 'shop-node-7', host: 'hooks.example.com' };

/** Where README's story and what truly happened differ. */
export function untrueInReadme(ran: readonly Ran[], node: string, host: string): readonly string[] {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, section = ''] = /^## One story$([\s\S]*?)^## /m.exec(readme) ?? [];
  const commands = commandsIn('README.md', section);
  if (commands.length < 4) return ['README.md tells no story'];
  const named = (text: string) => text.replaceAll(node, told.node).replaceAll(host, told.host);
  return untrue(
    commands,
    ran.map(({ line, output }) => ({ line: named(line), output: named(output) })),
  );
}

/** Pictures that README shows and the story makes. */
export const pictures = ['story-issue', 'story-plan', 'story-done', 'story-webhook'] as const;
