import type { Schemas } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import { type Run, textOption } from '../../invocation.ts';
import { type Fact, factLines } from '../../output/facts.ts';
import { incidentsPath } from './incident.ts';
import { spanText } from './times.ts';

type Stats = Schemas['incidents']['IncidentStats'];

const mostDays = 90;

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const days = daysOf(textOption(invocation, 'days') ?? '');
  const client = await invocation.connect();
  const { data: stats } = await client.get(`${incidentsPath}/stats`, { query: { days } });
  if (out.isJson) return out.json(stats);
  out.line(out.paint('bold', `${stats.total} ${stats.total === 1 ? 'incident' : 'incidents'} in ${daysText(days)}`));
  for (const line of factLines(out, factsOf(stats))) out.line(line);
};

function factsOf(stats: Stats): readonly Fact[] {
  const { by_severity, by_category, by_resolution, recurring, seconds_to_acknowledge, seconds_to_resolve } = stats;
  return [
    ['severity', countsText(by_severity)],
    ['category', countsText(by_category)],
    ['ended', countsText(by_resolution)],
    ['came back', recurring === 0 ? 'none' : `${recurring} within a day`],
    ['to ack', timesText(seconds_to_acknowledge)],
    ['to resolve', timesText(seconds_to_resolve)],
  ];
}

/** `critical 3, high 10`, the most first. */
function countsText(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    some
      .toSorted(([, one], [, other]) => other - one)
      .map(([word, count]) => `${word} ${count}`)
      .join(', ') || '-'
  );
}

function timesText({ median, p90, of }: Stats['seconds_to_resolve']): string {
  if (median === null || p90 === null) return '-';
  return `half within ${spanText(median)}, 9 of 10 within ${spanText(p90)} (of ${of})`;
}

const daysText = (days: number) => (days === 1 ? 'the last day' : `the last ${days} days`);

function daysOf(given: string): number {
  const days = /^\d{1,2}$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= mostDays) return days;
  throw new Failure('usage', `--days must be a number of days up to ${mostDays}, not ${given}`);
}
