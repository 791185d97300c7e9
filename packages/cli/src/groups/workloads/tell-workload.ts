import { workloadChangeWords } from '@wheelhouse/contracts';
import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { statusStyle, type WorkloadPage } from './workload.ts';

type Pod = WorkloadPage['pods'][number];
type Event = NonNullable<WorkloadPage['events']>[number];

/** So many of each are told; --json has all there are. */
const mostPods = 10;
const mostEvents = 5;
const mostChanges = 5;

/** What is wrong with it first, then what it is made of, its pods, and what happened to it. */
export function tellWorkload(out: Output, page: WorkloadPage, clusterName: string): readonly string[] {
  const { kind, namespace, name, owner, app_id, created_at } = page;
  const facts: readonly Fact[] = [
    ['state', page.status, statusStyle(page)],
    ...(page.message === null ? [] : [['', page.message] satisfies Fact]),
    ...staleFacts(out, page),
    ...page.issues.flatMap((issue): readonly Fact[] => [
      ['issue', `${impactOf(issue)} ${issue.message}, since ${out.time(issue.first_seen)}`, 'yellow'],
      ['', issue.expected ? `Expected while action ${issue.action_id ?? ''} runs.` : issue.suggested_action],
    ]),
    ...countFacts(out, page),
    ...page.images.map((image): Fact => ['image', image]),
    ...(owner === null ? [] : [['of', `${owner.kind} ${owner.name}`] satisfies Fact]),
    ...(app_id === null ? [] : [['app', `${app_id}; wheelhouse apps show ${app_id}`] satisfies Fact]),
    ...podFacts(page),
    ...page.changes.slice(0, mostChanges).map((change): Fact => ['changed', changeText(out, change)]),
    ...eventFacts(out, page),
    ...logFacts(page),
    ...(created_at === null ? [] : [['created', out.time(created_at)] satisfies Fact]),
    ['cluster', clusterName],
  ];
  return [out.paint('bold', plain(`${kind} ${namespace}/${name}`)), ...factLines(out, facts)];
}

function staleFacts(out: Output, { stale, fault, observed_at }: WorkloadPage): readonly Fact[] {
  if (!stale) return [];
  const since = observed_at === null ? 'what was last known' : `what was known ${out.time(observed_at)}`;
  return [
    ['stale', `the cluster does not answer; this is ${since}, without pods and events`, 'yellow'],
    ...(fault === null ? [] : [['', fault] satisfies Fact]),
  ];
}

const impactOf = ({ score_impact: impact }: WorkloadPage['issues'][number]) => (impact === 0 ? '0' : `-${impact}`);

/** `3 wanted, 1 ready, 1 available, 2 up to date`. */
function countFacts(out: Output, page: WorkloadPage): readonly Fact[] {
  const { desired, replicas_by: by } = page;
  if (desired === null) return [];
  const counts = [
    ['ready', page.ready],
    ['available', page.available],
    ['up to date', page.updated],
  ] as const;
  const told = counts.flatMap(([word, count]) => (count === null ? [] : [`${count} ${word}`]));
  const who = by === null ? '' : `; ${by.manager} set that${by.at === null ? '' : `, ${out.time(by.at)}`}`;
  return [['wanted', [`${desired} pods`, ...told].join(', ') + who]];
}

/** Those in trouble stand first in the answer. */
function podFacts({ pods, pods_total: total }: WorkloadPage): readonly Fact[] {
  const shown = pods.slice(0, mostPods);
  const more = Math.max(total ?? 0, pods.length) - shown.length;
  return [
    ...shown.map((pod): Fact => (isWell(pod) ? ['pods', podText(pod)] : ['pods', podText(pod), 'yellow'])),
    ...(more > 0 ? [['pods', `and ${more} more`] satisfies Fact] : []),
  ];
}

const isWell = ({ ready, reason, deleting }: Pod) => ready && reason === null && !deleting;

function podText({ name, phase, ready, deleting, reason, message, restarts, node }: Pod): string {
  const state = deleting ? 'Terminating' : (reason ?? (ready ? 'ready' : phase));
  const what = [state, ...(restarts === 0 ? [] : [restarts === 1 ? '1 restart' : `${restarts} restarts`])];
  const where = node === null ? '' : ` on ${node}`;
  return `${name}${where}: ${what.join(', ')}${message === null ? '' : `: ${message}`}`;
}

function changeText(out: Output, change: WorkloadPage['changes'][number]): string {
  const by = change.manager === null ? '' : `, by ${change.manager}`;
  return `${workloadChangeWords(change)}${by}, ${out.time(change.at)}`;
}

/** Warnings only, where there are any: what went well has no use to whoever looks here. */
function eventFacts(out: Output, { events, stale }: WorkloadPage): readonly Fact[] {
  if (events === null) return stale ? [] : [['events', 'the cluster does not tell them']];
  const warnings = events.filter(({ type }) => type === 'Warning');
  return (warnings.length > 0 ? warnings : events)
    .slice(0, mostEvents)
    .map((event): Fact => ['events', eventText(out, event)]);
}

function eventText(out: Output, { reason, message, object, count, last_at }: Event): string {
  const times = count === 1 ? '' : ` ${count}×`;
  return `${reason}${times}, ${object.kind} ${object.name}, ${out.time(last_at)}: ${message}`;
}

function logFacts({ logs: { allowed, grant } }: WorkloadPage): readonly Fact[] {
  if (allowed !== false) return [];
  return [
    ['logs', 'the credentials of the cluster may not read them', 'yellow'],
    ...(grant === null ? [] : [['', `to grant it: ${grant}`] satisfies Fact]),
  ];
}
