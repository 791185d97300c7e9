import {
  actionKinds,
  judgedVerdicts,
  type Verdict as VerdictWord,
  verdicts as verdictWords,
} from '@wheelhouse/contracts';
import { option } from '../../completion/choices.ts';
import { filter, list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import { textOption } from '../../invocation.ts';
import { wordOf } from '../../known-words.ts';
import { titleOf } from '../actions/action.ts';
import { clusterFilter, clusterNames } from '../clusters/cluster.ts';
import { incidentFilter } from '../incidents/incident.ts';
import { peopleNames } from '../incidents/people.ts';
import { ruleNameOf } from './rule-names.ts';
import { verdictLines } from './tell-verdict.ts';
import { verdictPath, verdicts, verdictsPath, verdictStyle, verdictText } from './verdict.ts';

/** What a person may say became of an action. */
const sayable = [...judgedVerdicts, 'not_run'] as const satisfies readonly VerdictWord[];

export const commands = [
  list({
    about: 'list what became of actions, newest first (default)',
    filters: {
      verdict: filter('--verdict <verdicts>', 'for example relapsed; comma-separated', Object.keys(verdictWords)),
      action: filter('--action <kinds>', 'for example restart_pod; comma-separated', actionKinds),
      cluster_id: clusterFilter,
      incident_id: incidentFilter,
    },
    newest: 50,
    items: (client, asked, given) => client.list(verdictsPath, { query: { ...asked, ...given } }),
    columns: async ({ time }, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'VERDICT', of: verdictText, style: verdictStyle, whole: true },
        { title: 'ACTION', of: titleOf, style: () => 'bold' },
        { title: 'RULE', of: ({ rule_id: id }) => (id === null ? '-' : ruleNameOf(id)), whole: true },
        { title: 'BY ITSELF', of: ({ automatic }) => (automatic ? 'yes' : '-'), whole: true },
        { title: 'CLUSTER', of: ({ cluster_id }) => nameOf(cluster_id) },
        { title: 'WHY', of: ({ note, summary }) => note ?? summary ?? '-' },
        { title: 'CREATED', of: ({ created_at }) => time(created_at), whole: true },
        { title: 'ID', of: ({ id }) => id, whole: true },
      ];
    },
    empty: 'no matching verdicts',
  }),
  show(verdicts, {
    about: 'show a verdict: what was measured, and who says otherwise',
    lines: async (out, verdict, client) => {
      const [clusterName, nameOf] = await Promise.all([clusterNames(client), peopleNames(client)]);
      return verdictLines(out, verdict, { clusterName, nameOf });
    },
  }),
  step(verdicts, 'overrule', {
    about: 'say what became of an action, against what was measured; both are kept, and yours counts',
    options: [
      option(
        '--verdict <verdict>',
        'cured, or why it did not help; not_run: it does not count',
        sayable,
      ).makeOptionMandatory(),
      option('--note <text>', 'why').makeOptionMandatory(),
    ],
    call: (client, { id }, invocation) => {
      const verdict = wordOf(invocation, 'verdict', sayable) ?? 'not_run';
      const note = textOption(invocation, 'note') ?? '';
      return client.post(`${verdictPath}/overrule`, { params: { id }, body: { verdict, note } });
    },
    done: (verdict) =>
      `${titleOf(verdict)}: ${verdictText(verdict)}${verdict.measured === null ? '' : `; measured was ${verdict.measured.verdict}`}`,
  }),
];
