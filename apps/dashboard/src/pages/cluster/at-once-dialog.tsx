import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Action, actionsPath, pendingPath, type Plan, planPath } from '../../api/actions.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { keyOf } from '../../api/reading.ts';
import { verbOf } from '../../design/action-words.ts';
import { ClusterName } from '../../design/cluster-mark.tsx';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Facts } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { DrainPlanPart } from '../action/drain-plan.tsx';
import { GuardWarnings } from '../action/guards-part.tsx';
import { PlanWarnings, Refused } from '../action/plan-part.tsx';
import { PlanPicture } from '../action/plan-picture.tsx';
import { secondsWords } from '../action/plan-words.ts';
import { refusedWords } from '../action/refused-words.ts';

/** What a person may have done at once, without a separate approval. */
export interface AtOnce {
  readonly asked: Pick<Action, 'action' | 'target'>;
  readonly run: (given: {
    readonly cluster_id: string;
    readonly reason?: string;
  }) => Promise<{ readonly data: Action }>;
  /** "Drain kwok-0007", "Draining kwok-0007", "Not drained". */
  readonly words: { readonly title: string; readonly begun: string; readonly failed: string };
  /** What may be done while it runs. */
  readonly meanwhile: string;
  /** The same in a terminal. */
  readonly command?: string;
}

interface AtOnceDialogProps {
  readonly of: AtOnce;
  readonly cluster: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** First what would happen, then the yes, then the page on which one sees it happen. */
export function AtOnceDialog({ of, cluster, onClose }: AtOnceDialogProps) {
  const { action, target } = of.asked;
  const body = { action, target, cluster_id: cluster.id };
  const query = useQuery({
    queryKey: keyOf(planPath, body),
    queryFn: async ({ signal }): Promise<Plan> => (await client.post(planPath, { body, signal })).data,
    // What is shown is what was found when it was asked for, and is asked for anew each time.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog title={of.words.title} open onClose={onClose}>
      <ClusterName id={cluster.id} name={cluster.name} />
      <Loaded of={query} what="the plan">
        {(plan) => <Planned plan={plan} of={of} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function Planned({ plan, of, onClose }: Omit<AtOnceDialogProps, 'cluster'> & { readonly plan: Plan }) {
  const { drain, refused, undo, upper_bound_seconds, cluster_id } = plan;
  const { run, words, meanwhile, command } = of;
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const change = useChange(() => run({ cluster_id, ...(reason !== '' && { reason }) }), {
    outdates: [actionsPath, pendingPath],
    done: ({ data: action }) => {
      say(words.begun);
      onClose();
      void navigate({ to: '/actions/$actionId', params: { actionId: action.id } });
    },
  });
  return (
    <Form
      verb={verbOf({ ...plan, plan })}
      failed={refusedWords(words.failed, change.error)}
      error={change.error}
      busy={change.isPending}
      disabled={refused !== null}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
    >
      <PlanPicture plan={plan} />
      <Refused plan={plan} />
      <PlanWarnings plan={plan} />
      {drain !== null && <DrainPlanPart drain={drain} />}
      <Facts
        facts={[
          ['Ends', `within ${secondsWords(upper_bound_seconds)}`],
          [
            undo.possible ? 'How to undo' : 'Undo',
            <span key="undo" className="name">
              {undo.words}
            </span>,
          ],
        ]}
      />
      <GuardWarnings guards={plan.guards} />
      <TextField
        label="Why (optional)"
        help="Stored with the action and in the audit trail"
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <p className="quiet">
        {meanwhile}
        {command !== undefined && ' In a terminal:'}
      </p>
      {command !== undefined && <Command>{command}</Command>}
    </Form>
  );
}
