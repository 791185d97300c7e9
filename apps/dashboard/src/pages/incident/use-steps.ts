import type { IncidentStatus } from '@wheelhouse/contracts';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { incidentPaths, type IncidentInFull, type Step, takeStep } from '../../api/incidents.ts';
import { numberOf } from '../../design/incident-words.ts';
import { say } from '../../design/said.tsx';
import { useLacks } from '../../scopes/scope-button.tsx';
import { usePageKeys } from '../../shell/use-page-keys.ts';

/** Those that ask for more than a press. */
export type Asking = 'resolve' | 'merge' | 'edit';

/** What may follow, as the server's own table has it. */
const nextSteps: Readonly<Record<IncidentStatus, readonly (Step | 'resolve')[]>> = {
  open: ['acknowledge', 'investigate', 'mitigate', 'resolve'],
  acknowledged: ['investigate', 'mitigate', 'resolve'],
  investigating: ['mitigate', 'resolve'],
  mitigated: ['resolve'],
  resolved: ['reopen', 'close'],
  closed: [],
};

const failed: Readonly<Record<Step, string>> = {
  acknowledge: 'The incident was not acknowledged',
  investigate: 'The incident was not marked as investigating',
  mitigate: 'The incident was not marked as mitigated',
  reopen: 'The incident was not reopened',
  close: 'The incident was not closed',
};

export interface Steps {
  readonly next: readonly (Step | 'resolve')[];
  readonly take: (step: Step) => void;
  readonly busy: Step | undefined;
  /** What could not be done, and why. */
  readonly failed: string;
  readonly error: Error | null;
  readonly asking: Asking | undefined;
  readonly ask: (asking: Asking | undefined) => void;
  readonly onAnswer: (incident: IncidentInFull) => void;
}

/** What can be done to an incident now, by buttons and by the keys a and r. */
export function useSteps(incident: IncidentInFull, onAnswer: (incident: IncidentInFull) => void): Steps {
  const lacks = useLacks('actions');
  const [asking, setAsking] = useState<Asking>();
  const change = useChange((step: Step) => takeStep(incident.id, step), {
    outdates: incidentPaths,
    done: (answer) => {
      onAnswer(answer);
      say(`Incident ${numberOf(answer)} is ${answer.status}`);
    },
  });
  const next = nextSteps[incident.status];
  const may = (step: Step | 'resolve') => !lacks && !change.isPending && next.includes(step);
  usePageKeys({
    a: may('acknowledge') ? () => change.mutate('acknowledge') : undefined,
    r: may('resolve') ? () => setAsking('resolve') : undefined,
  });
  return {
    next,
    take: change.mutate,
    busy: change.isPending ? change.variables : undefined,
    failed: failed[change.variables ?? 'acknowledge'],
    error: change.error,
    asking,
    ask: setAsking,
    onAnswer,
  };
}
