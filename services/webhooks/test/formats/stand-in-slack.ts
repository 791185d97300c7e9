import { isRecord, list, text } from './reading.ts';
import { parsed, refused, type Taken } from './taken.ts';

/**
 * Slack's incoming webhooks: a JSON object with `text` or `blocks`; at most 50 blocks; in each block the texts it may hold
 * and their lengths. `&`, `<` and `>` begin control sequences in every text and have to be written as entities; between
 * `<` and `>` in `mrkdwn` stands a link, a mention of somebody or of a whole channel.
 * docs.slack.dev: incoming webhooks, block kit reference, formatting message text.
 */
export function slackTakes(body: string): Taken {
  const payload = parsed(body);
  if (!isRecord(payload)) return refused(400, 'invalid_payload');
  const { text: fallback, blocks } = payload;
  if (fallback === undefined && blocks === undefined) return refused(400, 'no_text');
  if (fallback !== undefined && typeof fallback !== 'string') return refused(400, 'invalid_payload');
  const found: Found = { seen: [], links: [], injected: [] };
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) return refused(400, 'invalid_blocks');
  if (!blocks.every((block) => isBlock(block, found))) return refused(400, 'invalid_blocks');
  // Shown by notifications; formatted as `mrkdwn`.
  readControls(text(fallback), found);
  return { status: 200, answer: 'ok', ...found };
}

interface Found {
  readonly seen: string[];
  readonly links: string[];
  readonly injected: string[];
}

function isBlock(block: unknown, found: Found): boolean {
  if (!isRecord(block)) return false;
  switch (block['type']) {
    case 'header':
      return isText(block['text'], 150, found, ['plain_text']);
    case 'section': {
      const fields = list(block['fields']);
      const hasText = block['text'] !== undefined;
      if (!hasText && fields.length === 0) return false;
      return (
        (!hasText || isText(block['text'], 3_000, found)) &&
        fields.length <= 10 &&
        fields.every((field) => isText(field, 2_000, found))
      );
    }
    case 'context': {
      const elements = list(block['elements']);
      return elements.length >= 1 && elements.length <= 10 && elements.every((one) => isText(one, 2_000, found));
    }
    case 'divider':
      return true;
    default:
      return false;
  }
}

function isText(given: unknown, most: number, found: Found, types = ['plain_text', 'mrkdwn']): boolean {
  if (!isRecord(given)) return false;
  const { type, text: written, emoji, verbatim, ...rest } = given;
  if (Object.keys(rest).length > 0 || !types.includes(text(type)) || typeof written !== 'string') return false;
  if (written === '' || written.length > most) return false;
  if (type === 'plain_text') {
    if (verbatim !== undefined) return false;
    if (emoji !== false) found.injected.push('emoji codes of strangers are drawn');
    if (/[<>]|&(?!amp;|lt;|gt;)/.test(written)) found.injected.push(`not escaped: ${written}`);
    found.seen.push(plain(written));
    return true;
  }
  if (emoji !== undefined) return false;
  if (verbatim !== true) found.injected.push('names of channels and people are looked for in it');
  readControls(written, found);
  return true;
}

/** What stands between angle brackets, and what is left when it is shown. */
function readControls(written: string, found: Found): void {
  for (const [, control = ''] of written.matchAll(/<([^>]*)>/g)) {
    const [target = '', label = target] = control.split('|');
    if (/^https?:\/\//.test(target)) {
      found.links.push(plain(target));
      found.seen.push(plain(label));
    } else found.injected.push(`a control sequence: <${control}>`);
  }
  if (/&(?!amp;|lt;|gt;)/.test(written)) found.injected.push(`not escaped: ${written}`);
  const rest = written.replaceAll(/<[^>]*>/g, '');
  if (/[<>]/.test(rest)) found.injected.push(`not escaped: ${written}`);
  if (rest !== '') found.seen.push(plain(rest));
}

function plain(written: string): string {
  return written.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
