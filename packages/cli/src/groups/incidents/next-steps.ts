import type { IncidentStatus } from '@wheelhouse/contracts';
import type { Fact } from '../../output/facts.ts';
import type { Entry, Incident } from './incident.ts';

/** What each step says, by the command that takes it. */
const steps = {
  ack: 'you look after it',
  investigate: 'you look for the cause',
  mitigate: 'users no longer notice it',
  resolve: 'it is over',
  reopen: 'it is not over',
  close: 'there is nothing more to say',
} as const;
export type StepName = keyof typeof steps;

/** The same that the API allows in each status. */
export const stepsFrom: Readonly<Record<IncidentStatus, readonly StepName[]>> = {
  open: ['ack', 'investigate', 'mitigate', 'resolve'],
  acknowledged: ['investigate', 'mitigate', 'resolve'],
  investigating: ['mitigate', 'resolve'],
  mitigated: ['resolve'],
  resolved: ['reopen', 'close'],
  closed: [],
};

/** What waits for somebody to decide comes first. */
export function nextFacts({ number, status, merged_into }: Incident, timeline: readonly Entry[]): readonly Fact[] {
  const commands: readonly (readonly [command: string, about: string])[] = [
    ...undecided(timeline).map(({ id, summary }) => [`wheelhouse actions approve ${id}`, summary] as const),
    ...stepsFrom[status].map((step) => [`wheelhouse incidents ${step} ${number}`, steps[step]] as const),
    ...(merged_into === null ? [] : [[`wheelhouse incidents show ${merged_into}`, 'it goes on there'] as const]),
  ];
  const widest = Math.max(0, ...commands.map(([command]) => command.length));
  return commands.map(([command, about]): Fact => ['next', `${command.padEnd(widest)}  ${about}`]);
}

interface Undecided {
  readonly id: string;
  readonly summary: string;
}

/** Actions that were proposed, and of which nothing has been heard since. */
function undecided(timeline: readonly Entry[]): readonly Undecided[] {
  const waiting = new Map<string, Undecided>();
  for (const { kind, ref, summary } of timeline) {
    if (ref?.type !== 'action') continue;
    if (kind === 'proposal') waiting.set(ref.id, { id: ref.id, summary });
    else waiting.delete(ref.id);
  }
  return [...waiting.values()];
}
