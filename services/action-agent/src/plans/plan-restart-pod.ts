import { budgetSeen, budgetsOf, isLive, podSeen } from '@wheelhouse/kubernetes';
import type { RestartCase } from './asked.ts';
import { restartSeconds } from './deadlines.ts';
import { type Draft, draftOfMissing, namesOf, nothingToUndo } from './draft.ts';
import { emptyDirsOf, isMirrorPod, isTerminating, type PodRead } from './objects.ts';
import { ownerName, ownerOf, type PodOwner } from './owner.ts';
import { type Refused, refusal } from './refusals.ts';
import { those, type Warning, warning } from './warnings.ts';

/** `consented`: a person asked for it, or is asked before it is done. */
export function draftRestartPod(restart: RestartCase, consented: boolean): Draft {
  const { target, pod, deployments } = restart;
  const about = `Pod ${target.pod} in ${target.namespace}`;
  if (pod === null) return draftOfMissing(`Delete pod ${target.pod} in ${target.namespace}`, about);
  const owner = ownerOf(pod, deployments);
  const terminating = isTerminating(pod);
  const maker = owner === null ? 'nothing' : ownerName(owner);
  return {
    target_uid: pod.metadata.uid,
    summary: `Delete pod ${target.pod} in ${target.namespace}; ${maker} recreates it`,
    changes: [
      {
        field: 'pod',
        before: terminating ? 'terminating' : 'present',
        after: owner === null ? 'gone' : 'replaced',
      },
    ],
    touches: {
      pods: terminating ? [] : [{ owner: owner === null ? null : ownerName(owner), count: 1 }],
      replicas: owner?.replicas ?? null,
    },
    blocking_budgets: [],
    warnings: warningsOf(restart, pod, owner, about),
    upper_bound_seconds: restartSeconds(graceOf(pod)),
    undo: terminating ? nothingToUndo : { possible: false, words: 'A deleted pod cannot be restored.' },
    refused: refusedOf(pod, owner, about, consented),
    drain: null,
  };
}

function warningsOf({ budgets }: RestartCase, pod: PodRead, owner: PodOwner | null, about: string): Warning[] {
  const seen = podSeen(pod);
  const covering = budgetsOf(seen, budgets.map(budgetSeen));
  const volumes = emptyDirsOf(pod.spec?.volumes);
  const mirror = isMirrorPod(pod);
  if (isTerminating(pod)) return [warning('already_so', about, 'being deleted')];
  return those(
    mirror && warning('mirror_pod', about),
    owner === null && !mirror && warning('no_controller', about),
    !isLive(seen) && warning('pod_finished', about),
    owner !== null && owner.replicas === null && !mirror && warning('controller_not_visible', about, ownerName(owner)),
    owner !== null && owner.replicas === 1 && warning('single_replica', ownerName(owner)),
    covering.length > 0 && warning('budgets_not_asked', about, namesOf(covering)),
    volumes.length > 0 && warning('empty_dir_lost', about, volumes.join(', ')),
  );
}

function refusedOf(pod: PodRead, owner: PodOwner | null, about: string, consented: boolean): Refused | null {
  if (isMirrorPod(pod)) return refusal('mirror_pod', about);
  return owner === null && !consented ? refusal('no_controller', about) : null;
}

function graceOf({ metadata, spec }: PodRead): number {
  return metadata.deletionGracePeriodSeconds ?? spec?.terminationGracePeriodSeconds ?? kubernetesDefault;
}

const kubernetesDefault = 30;
