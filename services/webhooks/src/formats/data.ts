import { lineOf } from './clean.ts';

/** An event's data, as it was stored: an older version of its module may have known fewer fields. */
export type Data = Readonly<Record<string, unknown>>;

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field on one line; empty where it is not there. */
export function textOf(data: Data, field: string): string {
  const value = data[field];
  if (typeof value === 'string') return lineOf(isTime(value) ? timeText(value) : value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : '';
}

/** `deploy_failed` and `app.deploy_failed` as people say it. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/[._]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);
}

/** With its zone: it is read wherever people are. */
export function timeText(text: string): string {
  return text.replace(/^(\S{10})T(\d{2}:\d{2}:\d{2})\S*Z$/, '$1 $2 UTC');
}
