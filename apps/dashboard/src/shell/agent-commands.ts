import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { analysesPath, rulesQuery } from '../api/agents.ts';
import { client } from '../api/client.ts';
import { useClusters } from '../api/clusters.ts';
import { type Incident, useLiveIncidents } from '../api/incidents.ts';
import { useMay, useMayEverywhere } from '../api/session.ts';
import { reasonOf } from '../design/notice.tsx';
import { say } from '../design/said.tsx';
import type { PaletteCommand } from './palette-command.ts';

/** Once their verbs are begun: "analyze incident 12", "rule a pod hangs", "resume a pod hangs". */
export function useAgentCommands(typed: string): readonly PaletteCommand[] {
  const navigate = useNavigate();
  const mayResume = useMayEverywhere('admin');
  const isRule = /^\s*(?:rule|resume)\b/i.test(typed);
  const { data } = useQuery({ ...rulesQuery, refetchInterval: false, enabled: isRule });
  const analyze = useAnalyzeCommands(/^\s*analy[sz]/i.test(typed));
  if (!isRule) return analyze;
  const show = (hash: string) => () => void navigate({ to: '/agents', hash });
  return (data?.data ?? []).flatMap(({ name, title, paused }): readonly PaletteCommand[] => [
    { words: `Rule ${title}`, key: `rule ${name}`, kind: 'place', run: show(name) },
    ...(paused !== null && mayResume
      ? [{ words: `Resume ${title}…`, key: `resume ${name}`, kind: 'do' as const, run: show(name) }]
      : []),
  ]);
}

/** Those that are not over; the others say on their pages why not. */
function useAnalyzeCommands(isMeant: boolean): readonly PaletteCommand[] {
  const may = useMay('agents');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { byId } = useClusters();
  const { incidents = [] } = useLiveIncidents();
  if (!isMeant || !may) return [];
  const analyze = async ({ id, number }: Incident) => {
    void navigate({ to: '/incidents/$incidentId', params: { incidentId: id } });
    try {
      await client.post(analysesPath, { body: { incident_id: id } });
      say(`Incident #${number} is being analyzed`);
    } catch (error) {
      say(`Incident #${number} was not analyzed. ${error instanceof Error ? reasonOf(error) : ''}`);
    }
    await queries.invalidateQueries({ queryKey: [analysesPath] });
  };
  return incidents.map((incident): PaletteCommand => {
    const cluster = byId.get(incident.cluster_id);
    return {
      words: `Analyze incident ${incident.number}: ${incident.title}`,
      key: `analyze ${incident.id}`,
      kind: 'do',
      ...(cluster && { cluster }),
      run: () => void analyze(incident),
    };
  });
}
