import { recommendationKinds, recommendationStatuses } from '@wheelhouse/contracts';
import { option } from '../../completion/choices.ts';
import { type Filter, filter, list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import { Failure } from '../../failure.ts';
import { textOption, textsGiven } from '../../invocation.ts';
import { wordsOf } from '../../known-words.ts';
import { clusterFilter, clusterNames } from '../clusters/cluster.ts';
import { peopleNames } from '../incidents/people.ts';
import { timeGiven } from '../windows/times.ts';
import {
  recommendationPath,
  recommendations,
  recommendationsPath,
  recommendationStyle,
  subjectText,
} from './recommendation.ts';
import { recommendationLines } from './tell-recommendation.ts';

/** What somebody may still do something about, unless somebody says otherwise. */
const undone = 'open,accepted';

const statusFilter: Filter = {
  options: [
    option('--status <statuses>', 'for example open,dismissed; comma-separated; default: open,accepted', [
      ...recommendationStatuses,
    ]),
    option('--all', 'those that are done or dismissed too'),
  ],
  read: (invocation) => {
    const given = wordsOf(invocation, 'status', recommendationStatuses);
    if (invocation.options['all'] !== true) return given ?? undone;
    if (given === undefined) return undefined;
    throw new Failure('usage', '--all is every status; use it or --status');
  },
};

export const commands = [
  list({
    about: 'list what would spare the next incident, newest first (default)',
    filters: {
      status: statusFilter,
      kind: filter('--kind <kinds>', 'for example memory_limit; comma-separated', Object.keys(recommendationKinds)),
      cluster_id: clusterFilter,
    },
    newest: 50,
    items: (client, asked, given) => client.list(recommendationsPath, { query: { ...asked, ...given } }),
    columns: async ({ time }, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'SEVERITY', of: ({ severity }) => severity, whole: true },
        { title: 'STATUS', of: ({ status }) => status, style: recommendationStyle, whole: true },
        { title: 'WHAT', of: ({ kind }) => recommendationKinds[kind], style: () => 'bold' },
        { title: 'OF', of: subjectText },
        { title: 'CLUSTER', of: ({ cluster_id }) => nameOf(cluster_id) },
        { title: 'WHY', of: ({ why }) => why },
        { title: 'CREATED', of: ({ created_at }) => time(created_at), whole: true },
        { title: 'ID', of: ({ id }) => id, whole: true },
      ];
    },
    empty: ({ status }) =>
      status === undone
        ? 'nothing is recommended; it is looked for each hour. Those that are done: wheelhouse agents recommendations --all'
        : 'no matching recommendations',
  }),
  show(recommendations, {
    about: 'show a recommendation: why, with figures, and how',
    lines: async (out, one, client) => {
      const [clusterName, nameOf] = await Promise.all([clusterNames(client), peopleNames(client)]);
      return recommendationLines(out, one, { clusterName, nameOf });
    },
  }),
  step(recommendations, 'accept', {
    about: 'say that somebody takes care of it; it is done once its cause is gone',
    options: [option('--note <text>', 'kept with it')],
    call: (client, { id }, invocation) =>
      client.post(`${recommendationPath}/accept`, { params: { id }, body: textsGiven(invocation, { note: 'note' }) }),
    done: (one) => `${recommendationKinds[one.kind]}: ${subjectText(one)} is ${one.status}`,
  }),
  step(recommendations, 'dismiss', {
    about: 'say that it is not to be done; it stays away for a while',
    options: [
      option('--reason <text>', 'why').makeOptionMandatory(),
      option('--until <time>', 'for example 2027-01-31; default: 30 days from now'),
    ],
    call: (client, { id }, invocation) => {
      const until = timeGiven(invocation, 'until')?.toISOString();
      const reason = textOption(invocation, 'reason') ?? '';
      return client.post(`${recommendationPath}/dismiss`, {
        params: { id },
        body: { reason, ...(until === undefined ? {} : { until }) },
      });
    },
    done: (one) =>
      `${recommendationKinds[one.kind]}: ${subjectText(one)} is dismissed until ${one.dismissed?.until ?? ''}`,
  }),
];
