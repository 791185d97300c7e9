import { useState } from 'react';
import type { Action } from '../../api/actions.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { UndoDialog } from './undo-dialog.tsx';

/** These ended without what was hoped for, and left the change in place. */
const leftInPlace: ReadonlySet<string> = new Set(['rollout_stalled', 'revert_skipped']);

/** Whether something was changed that can be taken back; whether it still is as it was left, the server finds out. */
export function canUndo({ status, result, plan, finished_at, details }: Action): boolean {
  if (plan === null || !plan.undo.possible || finished_at === null) return false;
  // However it ended, the node is left cordoned; if it is gone, so is its cordon.
  if (details.drain !== undefined)
    return details.drain.node_cordoned && !['dry_run', 'node_gone'].includes(result ?? '');
  const isDone = status === 'success' && result !== 'dry_run' && result !== 'node_gone';
  return isDone || leftInPlace.has(result ?? '');
}

export function UndoButton({ action }: { readonly action: Action }) {
  const may = useMay('actions');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {action.action === 'drain_node' ? 'Undo: uncordon the node' : 'Undo'}
      </Button>
      {open && <UndoDialog action={action} onClose={() => setOpen(false)} />}
    </>
  );
}
