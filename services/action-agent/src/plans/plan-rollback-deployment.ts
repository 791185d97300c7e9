import { deploymentSeen } from '@wheelhouse/kubernetes';
import type { RollbackCase } from './asked.ts';
import { rolloutSeconds } from './deadlines.ts';
import { type Draft, draftOfMissing } from './draft.ts';
import { emptyDirsOf, isPaused, restartAnnotation, restartedAtOf } from './objects.ts';
import { refusal } from './refusals.ts';
import { whyAllStop } from './rollout.ts';
import { those, warning } from './warnings.ts';

/** A rolling restart of the template as it stands. */
export function draftRollbackDeployment({ target, deployment }: RollbackCase): Draft {
  const about = `Deployment ${target.deployment_name} in ${target.namespace}`;
  if (deployment === null) return draftOfMissing(`Restart the pods of ${about}`, about);
  const { name, replicas } = deploymentSeen(deployment);
  const paused = isPaused(deployment);
  const allStop = whyAllStop(deployment.spec?.strategy, replicas);
  const volumes = emptyDirsOf(deployment.spec?.template?.spec?.volumes);
  return {
    target_uid: deployment.metadata.uid,
    summary: `Restart the pods of ${about} (${replicas}), ${allStop === null ? 'a few at a time' : 'all at once'}`,
    changes: [
      {
        field: `spec.template.metadata.annotations["${restartAnnotation}"]`,
        before: restartedAtOf(deployment),
        after: 'the time of the restart',
      },
    ],
    touches: { pods: replicas === 0 ? [] : [{ owner: `Deployment ${name}`, count: replicas }], replicas },
    blocking_budgets: [],
    warnings: those(
      paused && warning('paused', about),
      replicas === 0 && warning('no_replicas', about),
      allStop !== null && warning('all_replicas_stop', about, allStop),
      replicas > 0 && volumes.length > 0 && warning('empty_dir_lost', `each pod of ${about}`, volumes.join(', ')),
    ),
    upper_bound_seconds: rolloutSeconds(deployment.spec?.progressDeadlineSeconds),
    undo: { possible: false, words: 'A restart cannot be undone. The pod template itself does not change.' },
    refused: paused ? refusal('paused', about) : null,
    drain: null,
  };
}
