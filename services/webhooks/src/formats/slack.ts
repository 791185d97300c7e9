import { fitted } from './clean.ts';
import type { Message } from './message.ts';

/** As Slack documents them: of a message's blocks and of the texts in them. */
const most = { header: 150, text: 3_000, field: 2_000, fields: 10, context: 2_000, fallback: 1_000, lines: 40 };

/**
 * For an incoming webhook. Whatever comes from elsewhere is `plain_text`, in which nothing is a mention, a link or a
 * format; the one `mrkdwn` is our own link. The three characters that begin a control sequence are escaped everywhere.
 */
export function slack(message: Message): string {
  const { title, lines, facts, link, open, foot } = message;
  const text = lines.slice(0, most.lines).join('\n');
  return JSON.stringify({
    // What a notification shows, and a client that knows no blocks.
    text: fitted(text === '' ? title : `${title}\n${text}`, most.fallback, escaped),
    // Nothing that a stranger wrote makes Slack fetch a page.
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title, most.header) },
      ...(text === '' ? [] : [{ type: 'section', text: plain(text, most.text) }]),
      ...(facts.length === 0
        ? []
        : [
            {
              type: 'section',
              fields: facts.slice(0, most.fields).map(([label, value]) => plain(`${label}: ${value}`, most.field)),
            },
          ]),
      ...(link === undefined ? [] : [{ type: 'section', text: linkText(link, open) }]),
      { type: 'context', elements: [plain(foot, most.context)] },
    ],
  });
}

function plain(text: string, longest: number) {
  return { type: 'plain_text', text: fitted(text, longest, escaped), emoji: false };
}

/** Not a button: Slack reports those to the app behind the webhook, and warns people where none listens. */
function linkText(url: string, label: string) {
  const target = escaped(url.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E'));
  return { type: 'mrkdwn', text: `<${target}|${escaped(label)}>`, verbatim: true };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
