import { incidentCategoryNames, incidentStatuses, saidResolutions, severities } from '@wheelhouse/contracts';
import { argument, option } from '../../completion/choices.ts';
import { command, type DeclaredCommand } from '../../declare/command.ts';
import { type Filter, filter, list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import { Failure } from '../../failure.ts';
import { textsGiven } from '../../invocation.ts';
import { wordOf, wordsOf } from '../../known-words.ts';
import { clusterChoices, clusterFilter } from '../clusters/cluster.ts';
import {
  type Incident,
  incidentById,
  incidentPath,
  incidents,
  incidentsPath,
  liveChoices,
  liveStatuses,
  titleOf,
} from './incident.ts';
import type { StepName } from './next-steps.ts';

/** Live ones, unless somebody says otherwise. */
const statusFilter: Filter = {
  options: [
    option('--status <statuses>', 'for example open,resolved; comma-separated; default: all that are not over', [
      ...incidentStatuses,
    ]),
    option('--all', 'those that are over too'),
  ],
  read: (invocation) => {
    const given = wordsOf(invocation, 'status', incidentStatuses);
    if (invocation.options['all'] !== true) return given ?? liveStatuses;
    if (given === undefined) return undefined;
    throw new Failure('usage', '--all is every status; use it or --status');
  },
};

const note = option('--note <text>', 'kept in the timeline');

export const commands = [
  list({
    about: 'list incidents that are not over, newest first (default)',
    filters: {
      status: statusFilter,
      severity: filter('--severity <severities>', 'for example critical,high; comma-separated', severities),
      cluster_id: clusterFilter,
      category: filter('--category <categories>', 'for example capacity; comma-separated', incidentCategoryNames),
      namespace: filter('--namespace <namespaces>', 'comma-separated'),
      q: filter('--q <text>', 'number, or how the service or the namespace begins'),
    },
    newest: 50,
    items: (client, asked, given) => client.list(incidentsPath, { query: { ...asked, ...given } }),
    columns: async (out, client) => (await import('./columns.ts')).incidentColumns(out, client),
    empty: ({ status, ...others }) =>
      status === liveStatuses && Object.values(others).every((one) => one === undefined)
        ? 'nothing is wrong; those that are over: wheelhouse incidents --all'
        : 'no matching incidents',
  }),
  show(
    { ...incidents, find: async (client, typed) => incidentById(client, (await incidents.find(client, typed)).id) },
    {
      about: 'show an incident: how it stands, its timeline, and what can be done next',
      lines: async (out, incident, client) => (await import('./read-lines.ts')).readLines(out, incident, client),
    },
  ),
  command('watch', {
    about: 'follow one until it is over, or all: a line for each that is new or changes',
    arguments: [argument('[incident]', 'its number, or its id; default: all', liveChoices)],
    load: () => import('./watch.ts'),
  }),
  command('declare', {
    about: 'declare an incident that nothing has noticed',
    options: [
      option('--title <text>', 'what is wrong').makeOptionMandatory(),
      option('--severity <severity>', 'critical, high, medium or low', severities),
      option('--cluster <cluster>', 'where; required if you have several', clusterChoices),
      option('--category <category>', 'default: availability', incidentCategoryNames),
      option('--namespace <namespace>', 'where in the cluster'),
      option('--service <service>', 'at which users notice it'),
      option('--summary <text>', 'what is known so far'),
    ],
    load: () => import('./declare.ts'),
  }),
  moving('ack', 'acknowledge', 'acknowledge an incident: you look after it'),
  moving('investigate', 'investigate', 'say that the cause is being looked for'),
  moving('mitigate', 'mitigate', 'say that users no longer notice it, though it is not fixed'),
  command('note', {
    about: 'write a note into the timeline',
    arguments: [...incidents.arguments, argument('[text...]', 'default: read from stdin')],
    load: () => import('./note.ts'),
  }),
  command('assign', {
    about: 'say who takes care of an incident',
    arguments: [
      ...incidents.arguments,
      argument('[user]', 'me (default), nobody, email address or id', async (client) =>
        (await import('./people.ts')).assigneeChoices(client),
      ),
    ],
    load: () => import('./assign.ts'),
  }),
  step(incidents, 'resolve', {
    about: 'resolve an incident; what still fires of it opens no other one',
    options: [
      option('--resolution <word>', `${saidResolutions.join(', ')}; default: fixed`, saidResolutions),
      option('--root-cause <text>', 'what caused it'),
      note,
    ],
    call: (client, one, invocation) => {
      const resolution = wordOf(invocation, 'resolution', saidResolutions);
      const said = textsGiven(invocation, { note: 'note', root_cause: 'rootCause' });
      const body = { ...said, ...(resolution === undefined ? {} : { resolution }) };
      return orRefused(one, client.post(`${incidentPath}/resolve`, { params: { id: one.id }, body }));
    },
    done: (incident) => `${titleOf(incident)}: ${incident.status}${stillFiring(incident.firing)}`,
  }),
  moving('reopen', 'reopen', 'reopen an incident that was resolved less than 24 hours ago'),
  moving('close', 'close', 'close a resolved incident; after 24 hours that happens by itself'),
  command('merge', {
    about: 'merge an incident into another of the same cluster, which goes on with its signals and timeline',
    arguments: incidents.arguments,
    options: [option('--into <incident>', 'the one that goes on', liveChoices)],
    load: () => import('./merge.ts'),
  }),
  command('export', {
    about: 'print an incident with its whole timeline, as Markdown or JSON',
    arguments: incidents.arguments,
    options: [option('--format <format>', 'md (default) or json', ['md', 'json'])],
    load: () => import('./export.ts'),
  }),
  command('stats', {
    about: 'show how many there were, and how long it took to acknowledge and resolve them',
    options: [option('--days <count>', 'how far back, up to 90').default('30')],
    load: () => import('./stats.ts'),
  }),
];

/** Loaded only by what makes a call, as the SDK is. */
async function orRefused<Answer>(one: Incident, answer: Promise<Answer>): Promise<Answer> {
  return (await import('./refused.ts')).saidByCommands(one, answer);
}

/** The API's own word for it is another only where nobody types so much at night. */
function moving(
  name: StepName,
  path: 'acknowledge' | 'investigate' | 'mitigate' | 'reopen' | 'close',
  about: string,
): DeclaredCommand {
  return step(incidents, name, {
    about,
    options: [note],
    call: (client, one, invocation) => {
      const body = textsGiven(invocation, { note: 'note' });
      return orRefused(one, client.post(`${incidentPath}/${path}`, { params: { id: one.id }, body }));
    },
    done: (incident) => `${titleOf(incident)}: ${incident.status}`,
  });
}

function stillFiring(firing: number): string {
  if (firing === 0) return '';
  return firing === 1
    ? '; one of its signals still fires, and opens no other incident'
    : `; ${firing} of its signals still fire, and open no other incident`;
}
