import { conclusions } from '@wheelhouse/contracts';
import { option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { filter, list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { clusterFilter, clusterNames } from '../clusters/cluster.ts';
import { incidentFilter, liveChoices, objectText } from '../incidents/incident.ts';
import { analyses, analysesPath, conclusionStyle, conclusionText } from './analysis.ts';
import { analysisLines } from './tell-analysis.ts';

export const commands = [
  list({
    about: 'list what was concluded from incidents, newest first (default)',
    filters: {
      conclusion: filter(
        '--conclusion <conclusions>',
        'for example action_proposed; comma-separated',
        Object.keys(conclusions),
      ),
      cluster_id: clusterFilter,
      incident_id: incidentFilter,
    },
    newest: 50,
    items: (client, asked, given) => client.list(analysesPath, { query: { ...asked, ...given } }),
    columns: async ({ time }, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'CONCLUSION', of: conclusionText, style: conclusionStyle, whole: true },
        { title: 'OBJECT', of: ({ object }) => (object === null ? '-' : objectText(object)), style: () => 'bold' },
        { title: 'RULE', of: ({ rule }) => rule ?? '-', whole: true },
        { title: 'CLUSTER', of: ({ cluster_id }) => nameOf(cluster_id) },
        { title: 'BECAUSE', of: ({ summary }) => summary ?? '-' },
        { title: 'CREATED', of: ({ created_at }) => time(created_at), whole: true },
        { title: 'ID', of: ({ id }) => id, whole: true },
      ];
    },
    empty: 'nothing was analyzed yet; that begins with an incident: wheelhouse incidents',
  }),
  show(analyses, {
    about: 'show an analysis: what was seen, what was concluded, and why you are asked',
    lines: async (out, analysis, client) => analysisLines(out, analysis, await clusterNames(client)),
  }),
  command('start', {
    about: 'look into an incident again',
    options: [option('--incident <incident>', 'its number, or its id', liveChoices).makeOptionMandatory()],
    load: () => import('./start-analysis.ts'),
  }),
];
