import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { actionsPath, drainPath, pendingPath, type Plan, planPath } from '../../api/actions.ts';
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
import { useCluster } from './cluster-context.ts';

interface DrainDialogProps {
  readonly node: string;
  readonly onClose: () => void;
}

/** First what would happen to each pod, then the yes, then the page on which one sees it happen. */
export function DrainDialog({ node, onClose }: DrainDialogProps) {
  const { id: cluster_id, name } = useCluster();
  const body = { action: 'drain_node', target: { node_name: node }, cluster_id } as const;
  const query = useQuery({
    queryKey: keyOf(planPath, body),
    queryFn: async ({ signal }): Promise<Plan> => (await client.post(planPath, { body, signal })).data,
    // What is shown is what was found when it was asked for, and is asked for anew each time.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog title={`Drain ${node}`} open onClose={onClose}>
      <ClusterName id={cluster_id} name={name} />
      <Loaded of={query} what="the plan">
        {(plan) => <Planned plan={plan} node={node} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function Planned({ plan, node, onClose }: DrainDialogProps & { readonly plan: Plan }) {
  const { drain, refused, undo, upper_bound_seconds, cluster_id } = plan;
  const { name } = useCluster();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const change = useChange(
    () =>
      client.post(drainPath, { body: { node_name: node, cluster_id, ...(reason !== '' && { reason }) }, retries: 0 }),
    {
      outdates: [actionsPath, pendingPath],
      done: ({ data: action }) => {
        say(`Draining ${node}`);
        onClose();
        void navigate({ to: '/actions/$actionId', params: { actionId: action.id } });
      },
    },
  );
  return (
    <Form
      verb={verbOf({ ...plan, plan })}
      failed={refusedWords('Not drained', change.error)}
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
      <p className="quiet">It runs at once, and can be canceled before its next eviction. In a terminal:</p>
      <Command>{`wheelhouse actions drain ${node} --cluster ${name}`}</Command>
    </Form>
  );
}
