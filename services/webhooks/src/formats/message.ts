import { lineOf, linesOf } from './clean.ts';
import { type Data, isData, textOf, timeText } from './data.ts';
import { tellAction } from './tell-action.ts';
import { tellIncident } from './tell-incident.ts';
import { tellOther } from './tell-other.ts';
import type { Standing, Told } from './told.ts';

/** The same once it is safe to show: on lines, without what steers text, and with what all events have. */
export interface Message extends Omit<Told, 'text'> {
  readonly lines: readonly string[];
  readonly link: string | undefined;
  readonly cluster: string;
  readonly namespace: string;
  /** What and when, as the event has it. */
  readonly foot: string;
  readonly at: string;
  readonly isTest: boolean;
}

const testWords = 'This is a test. It shows an example: nothing happened, and nobody needs to act.';

export function messageOf(body: string, isTest: boolean): Message {
  const event: unknown = JSON.parse(body);
  const head = isData(event) ? event : {};
  const data = isData(head['data']) ? head['data'] : {};
  const type = textOf(head, 'type');
  const at = typeof head['occurred_at'] === 'string' ? head['occurred_at'] : '';
  const { text, ...told } = tell(type, data);
  const lines = linesOf(text);
  const titled = (title: string) => lineOf(isTest ? `Test: ${title}` : title);
  return {
    ...told,
    title: titled(told.title),
    alert: titled(told.alert),
    lines: isTest ? [testWords, ...lines] : lines,
    facts: told.facts.map(([label, value]) => [label, lineOf(value)] as const).filter(([, value]) => value !== ''),
    about: told.about || textOf(head, 'id'),
    link: linkOf(data['url']),
    cluster: textOf(data, 'cluster_id'),
    namespace: textOf(data, 'namespace'),
    foot: `Wheelhouse · ${type} · ${timeText(at)}`,
    at,
    isTest,
  };
}

/** How the thing of an event stands by it. */
export function standingOf(body: string): Standing {
  return messageOf(body, false).standing;
}

function tell(type: string, data: Data): Told {
  if (type.startsWith('incident.')) return tellIncident(type, data);
  if (type.startsWith('action.')) return tellAction(type, data);
  return tellOther(type, data);
}

const longestLink = 2_048;

/** Only what a browser opens as a page: it becomes a button. */
function linkOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url)) return undefined;
  const { href } = new URL(url);
  return href.length > longestLink ? undefined : href;
}
