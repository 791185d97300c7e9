import { actionKinds } from '@wheelhouse/contracts';
import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { type LedgerLine, selectLedger } from '../records/ledger-store.ts';
import { actionOrigins } from '../records/schema.ts';
import { type LedgerRow, ledgerQuery, ledgerSchema } from './schema.ts';

const dayMs = 24 * 60 * 60 * 1000;
const usualDays = 30;

export function ledgerRoutes({ clock }: ModuleContext<AgentSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/actions/ledger',
      access: 'read',
      reach: 'cluster',
      summary: 'Read how actions went over a period, per kind and origin: how far automation can be trusted by now',
      operation: 'getLedger',
      query: ledgerQuery,
      response: ledgerSchema,
      errors: ['not_found'],
      handler: async ({ query, reach, read }) => {
        const to = query.to ?? dayOf(clock.now());
        const from = query.from ?? dayOf(new Date(Date.parse(to) - usualDays * dayMs));
        if (from > to) refuse('invalid_request', { message: `from (${from}) is after to (${to}).` });
        const clusters = reach.clusterOrAll(query.cluster_id);
        const lines = await read((db) => selectLedger(db, { from, to }, clusters));
        return { body: { from, to, data: rowsOf(lines) } };
      },
    }),
  ];
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** In the order of the kinds; those without an action are left out. */
export function rowsOf(lines: readonly LedgerLine[]): readonly LedgerRow[] {
  return actionKinds.flatMap((action) =>
    actionOrigins.flatMap((origin) => {
      const its = lines.filter((line) => line.action === action && line.origin === origin);
      return its.length === 0 ? [] : [{ action, origin, ...sumsOf(its) }];
    }),
  );
}

function sumsOf(lines: readonly LedgerLine[]): Omit<LedgerRow, 'action' | 'origin'> {
  const sum = (of: (line: LedgerLine) => boolean) =>
    lines.filter(of).reduce((total, { actions }) => total + actions, 0);
  const started = (consent: LedgerLine['consent']) => sum((line) => line.consent === consent);
  const ended = (ending: string) => sum((line) => line.ending === ending);
  return {
    actions: sum(() => true),
    automatic: started('automatic'),
    approved: started('approved'),
    requested: started('requested'),
    rejected: ended('rejected'),
    expired: ended('expired'),
    canceled: ended('canceled'),
    refused: ended('refused'),
    refused_by: refusedBy(lines),
    reverted: ended('reverted'),
    failed: ended('failed'),
    success: ended('success'),
    time_to_approve: timesOf(lines, 'approvals', 'approve_seconds', 'approve_longest'),
    time_to_finish: timesOf(lines, 'finished', 'finish_seconds', 'finish_longest'),
  };
}

function refusedBy(lines: readonly LedgerLine[]): LedgerRow['refused_by'] {
  const counts = new Map<string, number>();
  for (const { ending, refused_by: reason, actions } of lines)
    if (ending === 'refused') counts.set(reason, (counts.get(reason) ?? 0) + actions);
  return [...counts]
    .map(([reason, actions]) => ({ reason, actions }))
    .toSorted((one, other) => other.actions - one.actions || (one.reason < other.reason ? -1 : 1));
}

function timesOf(
  lines: readonly LedgerLine[],
  counted: 'approvals' | 'finished',
  summed: 'approve_seconds' | 'finish_seconds',
  longest: 'approve_longest' | 'finish_longest',
): LedgerRow['time_to_finish'] {
  const count = lines.reduce((total, line) => total + line[counted], 0);
  if (count === 0) return null;
  const seconds = lines.reduce((total, line) => total + line[summed], 0);
  return { count, mean_seconds: seconds / count, longest_seconds: Math.max(...lines.map((line) => line[longest])) };
}
