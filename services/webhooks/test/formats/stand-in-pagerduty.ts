import { isRecord, list, text } from './reading.ts';
import { parsed, refused, type Taken } from './taken.ts';

const most = { summary: 1_024, dedupKey: 255, bytes: 512 * 1_024 };
const known = ['routing_key', 'event_action', 'dedup_key', 'payload', 'client', 'client_url', 'links', 'images'];
const knownOfPayload = ['summary', 'severity', 'source', 'timestamp', 'component', 'group', 'class', 'custom_details'];

type Fields = Readonly<Record<string, unknown>>;

/**
 * PagerDuty's Events API v2: what has to be there, of which type and how long, and its answers of 202 and 400.
 * developer.pagerduty.com: Events API v2, send an alert event; github.com/PagerDuty/api-schema.
 */
export function pagerdutyTakes(body: string): Taken {
  const event = parsed(body);
  if (!isRecord(event) || Buffer.byteLength(body) > most.bytes)
    return answer(400, { status: 'Unrecognized object', message: 'Event object format is unrecognized' });
  const errors = [...faultsOf(event), ...payloadFaults(event)];
  if (errors.length > 0)
    return answer(400, { status: 'invalid event', message: 'Event object is invalid', errors: errors.map(String) });
  const payload = isRecord(event['payload']) ? event['payload'] : {};
  const details = isRecord(payload['custom_details']) ? payload['custom_details'] : {};
  const links = list(event['links']).filter(isRecord);
  return {
    status: 202,
    answer: JSON.stringify({ status: 'success', message: 'Event processed', dedup_key: event['dedup_key'] }),
    seen: [
      text(payload['summary']),
      ...Object.entries(details).map(([label, value]) => `${label}: ${text(value)}`),
      ...links.map((link) => text(link['text'])),
    ].filter((line) => line !== ''),
    links: links.map(({ href }) => text(href)),
    injected: [],
  };
}

function answer(status: number, body: object): Taken {
  return refused(status, JSON.stringify(body));
}

function faultsOf(event: Fields): readonly string[] {
  const { routing_key, event_action, dedup_key, client_url } = event;
  const links = list(event['links']);
  return [
    ...stray(event, known),
    ...(text(routing_key).length === 32 ? [] : [`Length of 'routing_key' is incorrect (should be 32 characters)`]),
    ...(['trigger', 'acknowledge', 'resolve'].includes(text(event_action)) ? [] : [`'event_action' is invalid`]),
    ...(event_action === 'trigger' || text(dedup_key) !== '' ? [] : [`'dedup_key' is missing or blank`]),
    ...(dedup_key === undefined || typeof dedup_key === 'string' ? [] : [`'dedup_key' must be a string`]),
    ...(text(dedup_key).length > most.dedupKey ? [`'dedup_key' is too long`] : []),
    ...(client_url === undefined || isUrl(client_url) ? [] : [`'client_url' is not a URL`]),
    ...(links.every((link) => isRecord(link) && isUrl(link['href'])) ? [] : [`a link has no 'href'`]),
  ];
}

function payloadFaults({ event_action, payload }: Fields): readonly string[] {
  if (event_action !== 'trigger') return [];
  if (!isRecord(payload)) return [`'payload' is missing or blank`];
  const { summary, severity, source, timestamp, custom_details } = payload;
  const texts = ['component', 'group', 'class'].filter(
    (field) => payload[field] !== undefined && typeof payload[field] !== 'string',
  );
  return [
    ...stray(payload, knownOfPayload),
    ...(text(summary) === '' ? [`'payload.summary' is missing or blank`] : []),
    ...(text(summary).length > most.summary ? [`'payload.summary' is too long`] : []),
    ...(['critical', 'error', 'warning', 'info'].includes(text(severity)) ? [] : [`'payload.severity' is invalid`]),
    ...(text(source) === '' ? [`'payload.source' is missing or blank`] : []),
    ...(timestamp === undefined || !Number.isNaN(Date.parse(text(timestamp))) ? [] : [`'timestamp' is invalid`]),
    ...(custom_details === undefined || isRecord(custom_details) ? [] : [`'custom_details' must be an object`]),
    ...texts.map((field) => `'payload.${field}' must be a string`),
  ];
}

function stray(fields: Fields, allowed: readonly string[]): readonly string[] {
  return Object.keys(fields)
    .filter((field) => !allowed.includes(field))
    .map((field) => `'${field}' is unknown`);
}

function isUrl(value: unknown): boolean {
  return /^https?:\/\/\S+$/.test(text(value)) && URL.canParse(text(value));
}

/** Which alerts of a service are open after these requests: what is acknowledged or resolved without being open is nothing. */
export function openAlerts(bodies: readonly string[]): ReadonlyMap<string, 'triggered' | 'acknowledged'> {
  const open = new Map<string, 'triggered' | 'acknowledged'>();
  for (const body of bodies) {
    const event = parsed(body);
    if (!isRecord(event)) continue;
    const key = text(event['dedup_key']);
    if (event['event_action'] === 'resolve') open.delete(key);
    else if (event['event_action'] === 'trigger') open.set(key, open.get(key) ?? 'triggered');
    else if (open.has(key)) open.set(key, 'acknowledged');
  }
  return open;
}
