import { fitted } from './clean.ts';
import type { Message } from './message.ts';
import type { Standing } from './told.ts';

/** Teams takes 28 KB; something is left for what carries the card on. */
const mostBytes = 27_000;
const most = { title: 300, line: 1_000, lines: 20, value: 1_000, facts: 20 };

/** What its colour means is said by the title too. */
const styles: Readonly<Record<Standing, string>> = {
  begins: 'attention',
  in_hand: 'warning',
  over: 'good',
  news: 'accent',
};

/**
 * For the webhook of a Teams workflow: a message with one Adaptive Card. All text is in text runs, which know no Markdown,
 * so that nothing that a stranger wrote becomes a link or a mention.
 */
export function teams(message: Message): string {
  for (let share = 1; ; share /= 2) {
    const text = JSON.stringify(withCard(message, share));
    if (Buffer.byteLength(text) <= mostBytes) return text;
  }
}

function withCard({ title, lines, facts, link, open, foot, standing }: Message, share: number) {
  const cut = (text: string, longest: number) => fitted(text, Math.ceil(longest * share));
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            {
              type: 'Container',
              style: styles[standing],
              bleed: true,
              items: [rich([run(cut(title, most.title), { size: 'Large', weight: 'Bolder' })])],
            },
            ...lines.slice(0, most.lines).map((line) => rich([run(cut(line, most.line))])),
            ...facts
              .slice(0, most.facts)
              .map(([label, value]) => rich([run(`${label}: `, { weight: 'Bolder' }), run(cut(value, most.value))])),
            rich([run(foot, { size: 'Small', isSubtle: true })]),
          ],
          ...(link === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: open, url: link }] }),
        },
      },
    ],
  };
}

function rich(inlines: readonly object[]) {
  return { type: 'RichTextBlock', inlines };
}

function run(text: string, look: object = {}) {
  return { type: 'TextRun', text, ...look };
}
