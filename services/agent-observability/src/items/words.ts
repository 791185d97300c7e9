import type { FactObject } from '@wheelhouse/contracts';

/** "Deployment shop/checkout", "Node kwok-0007". */
export function objectWords({ kind, namespace, name }: FactObject): string {
  return `${kind} ${namespace === null ? name : `${namespace}/${name}`}`;
}

const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
] as const;

/** How long before the look it was: "12 min". */
export function agoWords(moment: string, at: string): string {
  const ms = Math.max(0, Date.parse(at) - Date.parse(moment));
  const unit = units.find((one) => ms >= one.ms) ?? { name: 's', ms: 1_000 };
  return `${Math.floor(ms / unit.ms)} ${unit.name}`;
}

/** " for 12 min", where it is known since when. */
export function forWords(since: string | null, at: string): string {
  return since === null ? '' : ` for ${agoWords(since, at)}`;
}

export function countWords(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const kibi = 1_024;

export function memoryWords(bytes: number): string {
  const [size, unit] = bytes >= kibi ** 3 ? [bytes / kibi ** 3, 'Gi'] : [bytes / kibi ** 2, 'Mi'];
  return `${rounded(size)} ${unit}`;
}

/** From thousandths of a core. */
export function coresWords(thousandths: number): string {
  return countWords(rounded(thousandths / 1_000), 'core');
}

function rounded(size: number): number {
  return Math.round(size * 10) / 10;
}

export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** With one full stop at its end, whoever wrote it. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** Kinds that have a page of their own under the workloads of a cluster. */
const paged: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod']);

/** The page of an object in the dashboard. */
export function pageOf(clusterId: string, { kind, namespace, name }: FactObject): string | undefined {
  const of = (...parts: readonly string[]) =>
    `/clusters/${clusterId}/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
  if (kind === 'Node') return of('nodes', name);
  return paged.has(kind) && namespace !== null ? of('workloads', kind, namespace, name) : undefined;
}
