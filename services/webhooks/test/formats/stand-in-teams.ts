import { isRecord, list, text } from './reading.ts';
import { parsed, refused, type Taken } from './taken.ts';

const bad = (message: string): Taken => refused(400, JSON.stringify({ error: { code: 'InvalidRequest', message } }));

const looks = {
  size: ['Default', 'Small', 'Medium', 'Large', 'ExtraLarge'],
  weight: ['Default', 'Lighter', 'Bolder'],
  style: ['default', 'emphasis', 'good', 'attention', 'warning', 'accent'],
};

interface Found {
  readonly seen: string[];
  readonly links: string[];
  readonly injected: string[];
}

/**
 * The webhook of a Teams workflow: a message of at most 28 KB with Adaptive Cards as attachments, of a version that Teams
 * knows (up to 1.5). `TextBlock` and facts are Markdown, text runs are not; a mention needs `msteams.entities`.
 * learn.microsoft.com: create incoming webhooks with Workflows, format cards; adaptivecards.io: schema explorer.
 */
export function teamsTakes(body: string): Taken {
  if (Buffer.byteLength(body) > 28 * 1_024) return refused(413, 'RequestEntityTooLarge');
  const message = parsed(body);
  if (!isRecord(message)) return bad('the body is not JSON');
  if (message['type'] !== 'message') return bad('type must be message');
  const attachments = list(message['attachments']);
  if (attachments.length === 0) return bad('attachments must hold a card');
  const found: Found = { seen: [], links: [], injected: [] };
  for (const attachment of attachments) {
    const why = isRecord(attachment) ? whyNotCard(attachment, found) : 'an attachment must be an object';
    if (why !== undefined) return bad(why);
  }
  return { status: 202, answer: '', ...found };
}

type Fields = Readonly<Record<string, unknown>>;

function whyNotCard({ contentType, contentUrl, content }: Fields, found: Found): string | undefined {
  if (contentType !== 'application/vnd.microsoft.card.adaptive') return 'contentType must be that of an Adaptive Card';
  if (contentUrl !== null && contentUrl !== undefined) return 'contentUrl must be null';
  if (!isRecord(content) || content['type'] !== 'AdaptiveCard') return 'content must be an AdaptiveCard';
  if (!/^1\.[0-5]$/.test(text(content['version']))) return 'version must be 1.0 to 1.5';
  if (!text(content['$schema']).endsWith('adaptivecards.io/schemas/adaptive-card.json')) return '$schema is unknown';
  const { msteams } = content;
  if (isRecord(msteams) && msteams['entities'] !== undefined) found.injected.push('it mentions somebody');
  const elements = list(content['body']);
  if (elements.length === 0) return 'body must hold elements';
  for (const element of elements) {
    const why = whyNotElement(element, found);
    if (why !== undefined) return why;
  }
  for (const action of list(content['actions'])) {
    if (!isRecord(action) || action['type'] !== 'Action.OpenUrl') return 'an unknown action';
    if (!/^https?:\/\/\S+$/.test(text(action['url'])) || text(action['title']) === '') return 'an action lacks its url';
    found.links.push(text(action['url']));
    found.seen.push(text(action['title']));
  }
  return undefined;
}

function whyNotElement(element: unknown, found: Found): string | undefined {
  if (!isRecord(element)) return 'an element must be an object';
  if (element['type'] === 'Container') {
    if (element['style'] !== undefined && !looks.style.includes(text(element['style']))) return 'an unknown style';
    return list(element['items'])
      .map((item) => whyNotElement(item, found))
      .find((why) => why !== undefined);
  }
  if (element['type'] === 'RichTextBlock') {
    const inlines = list(element['inlines']);
    return inlines.length === 0 ? 'inlines must hold text' : inlines.map((one) => whyNotRun(one, found)).find(Boolean);
  }
  if (element['type'] === 'TextBlock') {
    const written = text(element['text']);
    if (/[*_[\]()<>~]|^(\d+\.|[-+#]) /m.test(written)) found.injected.push(`read as Markdown: ${written}`);
    found.seen.push(written);
    return undefined;
  }
  return `an unknown element ${text(element['type'])}`;
}

function whyNotRun(run: unknown, found: Found): string | undefined {
  if (!isRecord(run) || run['type'] !== 'TextRun' || typeof run['text'] !== 'string') return 'a run must be a TextRun';
  for (const look of ['size', 'weight'] as const)
    if (run[look] !== undefined && !looks[look].includes(text(run[look]))) return `an unknown ${look}`;
  found.seen.push(run['text']);
  return undefined;
}
