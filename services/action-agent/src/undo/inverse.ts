import { refuse, type RefusalDetail } from '@wheelhouse/kit';
import type { Asked } from '../plans/asked.ts';
import type { Plan } from '../plans/plan-schema.ts';
import { plannedReplicas } from '../plans/planned-replicas.ts';
import type { ActionRow } from '../records/row.ts';

/** What takes an action back; refuses where nothing does. */
export function inverseOf(row: ActionRow): { readonly asked: Asked; readonly done: Plan } {
  const { plan, status, result, effect, target, action } = row;
  if (row.finished_at === null) cannot(`it has not ended yet (${status})`, 'wait until it ends, or cancel it');
  if (result === 'reverted') cannot('its canary has already taken it back', 'nothing is left to do');
  if (plan === null || effect !== 'accepted')
    return cannot(
      result === 'dry_run' ? 'it ran in dry mode and changed nothing' : 'it changed nothing',
      'nothing is left to do',
    );
  if (!plan.undo.possible) cannot(`this cannot be undone: ${plan.undo.words}`, 'act on the target as it is now');
  if (action === 'scale_deployment' && 'deployment_name' in target) {
    const { namespace, deployment_name } = target;
    const replicas = plannedReplicas(plan).before;
    return { asked: { action: 'scale_deployment', target: { namespace, deployment_name, replicas } }, done: plan };
  }
  if ('node_name' in target) {
    const { node_name } = target;
    const inverse = action === 'uncordon_node' ? 'cordon_node' : 'uncordon_node';
    return { asked: { action: inverse, target: { node_name } }, done: plan };
  }
  return cannot(`there is nothing that takes ${action} back`, 'act on the target as it is now');
}

function cannot(why: string, next: string): never {
  return refuse('invalid_state', { message: `The action cannot be undone: ${why}. Next step: ${next}.` });
}

/** Refuses to take back what is no longer as the action left it, naming what differs. */
export function mustBeAsLeft(done: Plan, now: Plan): void {
  const differences = differencesOf(done, now);
  if (differences.length === 0) return;
  const message = `The target has changed since, so undoing the action would take back something else: ${differences.map((one) => `${one.field} ${one.message}`).join('; ')}. Next step: look at who changed it, and act on it as it is now.`;
  refuse('invalid_state', { message, details: differences });
}

function differencesOf(done: Plan, now: Plan): readonly RefusalDetail[] {
  if (now.target_uid === null) return [{ field: 'metadata.uid', code: 'gone', message: 'does not exist any more' }];
  if (now.target_uid !== done.target_uid)
    return [{ field: 'metadata.uid', code: 'replaced', message: `is ${now.target_uid}, was ${done.target_uid}` }];
  return done.changes.flatMap(({ field, after }) => {
    const current = now.changes.find((change) => change.field === field)?.before;
    if (current === after) return [];
    return [{ field, code: 'changed', message: `is ${String(current)}, was left at ${String(after)}` }];
  });
}
