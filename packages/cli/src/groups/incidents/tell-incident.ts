import { incidentCategories, incidentResolutions } from '@wheelhouse/contracts';
import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import type { OfAgents } from '../agents/of-incident.ts';
import { conclusionFacts } from '../agents/tell-analysis.ts';
import { meaningOf, verdictStyle } from '../agents/verdict.ts';
import { type Entry, type Incident, isLive, objectText, statusStyle, titleOf } from './incident.ts';
import { nextFacts } from './next-steps.ts';
import { type PeopleNames, whoText } from './people.ts';
import { spanBetween } from './times.ts';
import { timelineLines } from './tell-timeline.ts';

/** What else is known when one is told about. */
export interface Known {
  /** The newest of it, in the order in which it happened. */
  readonly timeline: readonly Entry[];
  readonly timelineTotal: number;
  readonly clusterName: (id: string) => string;
  readonly nameOf: PeopleNames;
  /** Undefined where they have not looked into it, or do not answer. */
  readonly agents?: OfAgents | undefined;
}

/** How it stands, what is wrong and for whom, what happened, and what can be done now. */
export function incidentLines(out: Output, incident: Incident, known: Known): readonly string[] {
  const { timeline, timelineTotal, nameOf, agents } = known;
  const earlier = timelineTotal - timeline.length;
  return [
    ...headLines(out, incident, known),
    plain(sentenceOf(incident, known)),
    ...factLines(out, factsOf(out, incident, known)),
    '',
    ...(agents === undefined ? [] : [...factLines(out, agentFacts(out, agents)), '']),
    ...(earlier > 0 ? [out.paint('dim', `${earlier} earlier: wheelhouse incidents export ${incident.number}`)] : []),
    ...timelineLines(out, timeline, { by: 'at', time: out.time, nameOf }),
    '',
    ...factLines(out, nextFacts(incident, timeline)),
  ];
}

/** Its title, and how it stands. */
export function headLines(out: Output, incident: Incident, known: Pick<Known, 'nameOf'>): readonly string[] {
  return [
    out.paint('bold', plain(titleOf(incident))),
    out.paint(statusStyle(incident), plain(stateText(out, incident, known))),
  ];
}

/** `open, critical, since …; assigned to nobody`, or how it ended. */
function stateText({ time }: Output, incident: Incident, { nameOf }: Pick<Known, 'nameOf'>): string {
  const { status, severity, started_at, assignee_id } = incident;
  if (!isLive(incident)) return endText(incident);
  const who = assignee_id === null ? 'nobody' : nameOf(assignee_id);
  return `${status}, ${severity}, since ${time(started_at)}; assigned to ${who}`;
}

/** `resolved: somebody fixed it, after 12 min`. */
export function endText({ status, resolution, started_at, resolved_at }: Incident): string {
  const why = resolution === null ? '' : `: ${lowered(incidentResolutions[resolution])}`;
  return `${status}${why}${resolved_at === null ? '' : `, after ${spanBetween(started_at, resolved_at)}`}`;
}

/** "Something does not run, or not all of it: service checkout in namespace shop of prod-eu. 3 of its signals fire." */
function sentenceOf(incident: Incident, { clusterName }: Pick<Known, 'clusterName'>): string {
  const { category, affected_service: service, namespace, cluster_id, affected_total: others } = incident;
  const cluster = clusterName(cluster_id);
  const place = namespace === '' ? cluster : `namespace ${namespace} of ${cluster}`;
  const where = service === '' ? place : `service ${service} in ${place}`;
  const also =
    others === 0 ? '' : ` ${others} more ${others === 1 ? 'object is' : 'objects are'} in trouble because of it.`;
  return `${raised(incidentCategories[category])}: ${where}.${firingText(incident)}${also}`;
}

function firingText({ firing, signal_count: count }: Incident): string {
  if (count === 0) return '';
  if (firing === 0) return ' None of its signals fires.';
  return firing === 1 ? ' One of its signals fires.' : ` ${firing} of its signals fire.`;
}

const raised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const lowered = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

const mostNamed = 5;

function factsOf(out: Output, incident: Incident, { clusterName, nameOf }: Known): readonly Fact[] {
  const { object, affected, affected_total, created_by, quiet_since, resolves_at } = incident;
  const named = affected.slice(0, mostNamed).map(objectText);
  const rest = affected_total - named.length;
  const moment = (title: string, at: string | null): readonly Fact[] => (at === null ? [] : [[title, out.time(at)]]);
  return [
    ...(object === null ? [] : [['object', objectText(object)] satisfies Fact]),
    ...(named.length === 0
      ? []
      : [['affected', named.join(', ') + (rest > 0 ? ` and ${rest} more` : '')] satisfies Fact]),
    ['cluster', clusterName(incident.cluster_id)],
    ...textFacts('summary', incident.summary),
    ...textFacts('root cause', incident.root_cause),
    ...moment('started', incident.started_at),
    ...moment('acked', incident.acknowledged_at),
    ...moment('mitigated', incident.mitigated_at),
    ...moment('resolved', incident.resolved_at),
    ...(quiet_since === null || !isLive(incident)
      ? []
      : [['quiet', `since ${out.time(quiet_since)}${resolveText(out, resolves_at)}`, 'green'] satisfies Fact]),
    ...(created_by === null ? [] : [['declared', `by ${whoText(created_by, nameOf)}`] satisfies Fact]),
    ['page', incident.url],
    ['id', incident.id],
  ];
}

function agentFacts(out: Output, { analysis, verdict }: OfAgents): readonly Fact[] {
  return [
    ...conclusionFacts(out, analysis),
    ...(verdict === undefined ? [] : [['verdict', meaningOf(verdict), verdictStyle(verdict)] satisfies Fact]),
  ];
}

function resolveText({ time }: Output, resolves_at: string | null): string {
  return resolves_at === null ? '' : `; resolves by itself ${time(resolves_at)}`;
}

/** Each line of what somebody wrote is a line here too. */
function textFacts(title: string, text: string | null): readonly Fact[] {
  if (text === null || text.trim() === '') return [];
  return text
    .trim()
    .split(/\r?\n/)
    .map((line): Fact => [title, line]);
}
