import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analysesPath, verdictsPath } from '../../api/agents.ts';
import { ledgerQuery } from '../../api/autonomy.ts';
import { incidentsPath } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';
import { analyzedConclusions, bad, judged, type LoopCounts, notAnalyzedConclusions } from './loop-steps.ts';

const days = 7;
const dayMs = 86_400_000;
const everyMs = 30_000;

interface Loop {
  readonly counts: LoopCounts;
  readonly since: string;
  /** Why some of it is not known. */
  readonly error: Error | null;
}

/** The totals of the lists that the steps lead to, since one moment for all of them. */
export function useLoop(): Loop {
  // It stays while the page is open: the lists it leads to then hold what was counted.
  const [since] = useState(() => new Date(Date.now() - days * dayMs).toISOString());
  const incidents = useIncidents(since);
  const analyzed = useAnalyses(since, analyzedConclusions);
  const notAnalyzed = useAnalyses(since, notAnalyzedConclusions);
  const proposed = useAnalyses(since, 'action_proposed');
  const suggested = useAnalyses(since, 'suggestion');
  const cured = useVerdicts(since, 'cured');
  const all = useVerdicts(since, judged);
  const unhelpful = useVerdicts(since, bad);
  const decided = useDecided();
  const read = [incidents, analyzed, notAnalyzed, proposed, suggested, cured, all, unhelpful, decided];
  return {
    since,
    error: read.find(({ error }) => error !== null)?.error ?? null,
    counts: {
      incidents: incidents.data?.total,
      analyzed: analyzed.data?.total,
      notAnalyzed: notAnalyzed.data?.total,
      proposed: proposed.data?.total,
      suggested: suggested.data?.total,
      approved: decided.approved,
      alone: decided.alone,
      cured: cured.data?.total,
      judged: all.data?.total,
      bad: unhelpful.data?.total,
    },
  };
}

const of = (since: string) => ({ created_after: since, limit: 1 });

const useIncidents = (since: string) =>
  useQuery({ ...reading(incidentsPath, { query: of(since) }), refetchInterval: everyMs });

const useAnalyses = (since: string, conclusion: string) =>
  useQuery({ ...reading(analysesPath, { query: { ...of(since), conclusion } }), refetchInterval: everyMs });

const useVerdicts = (since: string, verdict: string) =>
  useQuery({ ...reading(verdictsPath, { query: { ...of(since), verdict } }), refetchInterval: everyMs });

/** The action agent keeps it by days. */
function useDecided() {
  const { data, error } = useQuery(ledgerQuery(days, undefined));
  const decided = data?.data.filter(({ origin }) => origin === 'decision');
  const sum = (how: 'approved' | 'automatic') => decided?.reduce((total, row) => total + row[how], 0);
  return { approved: sum('approved'), alone: sum('automatic'), error };
}
