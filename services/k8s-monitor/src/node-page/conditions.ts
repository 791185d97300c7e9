import { isoTime } from '../live/pods.ts';
import type { RawCondition } from '../state/raw.ts';
import type { NodeCondition } from './schema.ts';

/** What is said of a condition that is as it should be, and of one that is not. */
interface Words {
  readonly good: string;
  readonly bad: string;
}

/** Those that every kubelet tells. All but Ready say True where something is wrong. */
const known: Readonly<Record<string, Words>> = {
  Ready: { good: 'It is ready.', bad: 'It is not ready.' },
  MemoryPressure: { good: 'It has enough memory.', bad: 'It is short of memory.' },
  DiskPressure: { good: 'It has enough disk space.', bad: 'It is short of disk space.' },
  PIDPressure: { good: 'It has enough process ids.', bad: 'It is short of process ids.' },
  NetworkUnavailable: { good: 'Its network is set up.', bad: 'Its network is not set up.' },
};
const silent = 'It has stopped reporting.';

/** Conditions in words, those first that say that something is wrong. */
export function conditionsOf(conditions: readonly RawCondition[]): readonly NodeCondition[] {
  return conditions.map(shown).toSorted((one, other) => Number(other.is_fault) - Number(one.is_fault));
}

function shown({ type, status, message = '', lastTransitionTime }: RawCondition): NodeCondition {
  const isFault = faulty(type, status);
  return {
    type,
    status,
    is_fault: isFault,
    text: textOf(type, status, isFault),
    message: message === '' ? null : message,
    since: isoTime(lastTransitionTime),
  };
}

/** Of one that nobody here knows it cannot be told whether it is good or bad. */
function faulty(type: string, status: string): boolean {
  if (type === 'Ready') return status !== 'True';
  return known[type] !== undefined && status === 'True';
}

function textOf(type: string, status: string, isFault: boolean): string {
  const { [type]: words } = known;
  if (words === undefined) return `${type} is ${status}.`;
  if (status === 'Unknown') return type === 'Ready' ? silent : `${type} is not known.`;
  return isFault ? words.bad : words.good;
}

/** All that is wrong with a node, in one line; null: nothing. */
export function messageOf(conditions: readonly NodeCondition[], cordoned: boolean): string | null {
  const faults = conditions
    .filter(({ is_fault }) => is_fault)
    .map(({ type, text, message }) =>
      type === 'Ready' && message !== null ? `${text.slice(0, -1)}: ${message}` : text,
    );
  const all = [...faults.map(ended), ...(cordoned ? ['It accepts no new pods.'] : [])];
  return all.length === 0 ? null : all.join(' ');
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
