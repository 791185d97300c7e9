import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rulesQuery } from '../../api/agents.ts';
import { useMayEverywhere } from '../../api/session.ts';
import type { NeedSource } from '../need.ts';
import { pausedRuleNeeds } from './agent-needs.ts';

/** Only administrators can resume one. */
export const pausedRuleSource: NeedSource = {
  what: 'the rules of the agents',
  everyMs: 60_000,
  useFound: (everyMs) => {
    const mayResume = useMayEverywhere('admin');
    const { data, error } = useQuery({ ...rulesQuery, enabled: mayResume, refetchInterval: everyMs });
    const needs = useMemo(() => (mayResume ? pausedRuleNeeds(data?.data ?? []) : []), [mayResume, data]);
    return { needs, error };
  },
};
