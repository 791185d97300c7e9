import type { NodeCase } from './asked.ts';
import { unreachableSeconds } from './deadlines.ts';
import { type Draft, draftOfMissing, nothingToUndo } from './draft.ts';
import { isCordoned, isReady } from './objects.ts';
import { those, warning } from './warnings.ts';

/** Cordon and uncordon: no pod that runs is touched. */
export function draftNode({ action, target: { node_name: name }, node }: NodeCase): Draft {
  const { after, state, summary, undo, undoWords } = action === 'cordon_node' ? cordon(name) : uncordon(name);
  if (node === null) return draftOfMissing(summary, `Node ${name}`);
  const before = isCordoned(node);
  return {
    target_uid: node.metadata.uid,
    summary,
    changes: [{ field: 'spec.unschedulable', before, after }],
    touches: { pods: [], replicas: null },
    blocking_budgets: [],
    warnings: those(
      before === after && warning('already_so', `Node ${name}`, state),
      !after && !isReady(node) && warning('node_not_ready', `Node ${name}`),
    ),
    upper_bound_seconds: unreachableSeconds,
    undo: before === after ? nothingToUndo : { possible: true, words: `${undo} ${name}. ${undoWords}` },
    refused: null,
    drain: null,
  };
}

const cordon = (name: string) => ({
  after: true,
  state: 'unschedulable',
  summary: `Make ${name} unschedulable; its pods keep running`,
  undo: 'Uncordon',
  undoWords: 'Pods that could not be scheduled in the meantime will then be scheduled.',
});

const uncordon = (name: string) => ({
  after: false,
  state: 'schedulable',
  summary: `Make ${name} schedulable again`,
  undo: 'Cordon',
  undoWords: 'Pods scheduled there in the meantime stay.',
});
