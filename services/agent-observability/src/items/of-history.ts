import { actionLabels, type Facts } from '@wheelhouse/contracts';
import type { Found } from './item.ts';
import { agoWords, countWords, objectWords, pageOf, sentence } from './words.ts';

const issueWeights = { critical: 100, warning: 81, info: 40 } as const;

export function itemsOfIssues({ issues, at }: Facts, clusterId: string): readonly Found[] {
  return issues.map(({ object, reason, severity, message, expected, first_seen: since, count }): Found => {
    const url = pageOf(clusterId, object);
    const often = count === 1 ? '' : `, begun ${countWords(count, 'time')}`;
    const meant = expected ? '; an action of ours is meant to cause it' : '';
    const said = sentence(message === '' ? reason : `${reason}: ${message}`).slice(0, -1);
    return {
      source: 'issues',
      weight: expected ? 22 : issueWeights[severity],
      summary: `${objectWords(object)} has had the issue ${said} (for ${agoWords(since, at)}${often}${meant}).`,
      at: since,
      ...(url === undefined ? {} : { url }),
    };
  });
}

export function itemsOfChanges({ changes, object, at }: Facts, clusterId: string): readonly Found[] {
  const page = pageOf(clusterId, object);
  return changes.map(
    (change): Found => ({
      source: 'changes',
      weight: change.change === 'restarted' ? 77 : 92,
      summary: `${agoWords(change.at, at)} before: ${wordsOf(change)}${change.manager === null ? '' : `, by ${change.manager}`}.`,
      at: change.at,
      ...(page === undefined || object.kind === 'Node' || object.kind === 'Pod' ? {} : { url: `${page}/changes` }),
    }),
  );
}

function wordsOf({ change, images, replicas }: Facts['changes'][number]): string {
  switch (change) {
    case 'created':
      return `created${images.after.length === 0 ? '' : ` with the image ${images.after.join(', ')}`}`;
    case 'deleted':
      return 'deleted';
    case 'restarted':
      return 'restarted, without another change';
    case 'replicas':
      return `replicas ${replicas.before ?? 'unknown'} → ${replicas.after ?? 'unknown'}`;
    case 'template':
      return images.before.join() === images.after.join()
        ? 'the pod template was changed'
        : `image ${images.before.join(', ')} → ${images.after.join(', ')}`;
    default:
      throw new RangeError(`Nobody changes a workload by ${JSON.stringify(change satisfies never)}`);
  }
}

export function itemsOfWarnings({ warnings, at }: Facts): readonly Found[] {
  return warnings.map(
    ({ reason, message, object, count, last_at: lastAt }): Found => ({
      source: 'warnings',
      weight: 56,
      summary: sentence(
        `Kubernetes warned ${countWords(count, 'time')} of ${object.kind} ${object.name}, the last time ${agoWords(lastAt, at)} before: ${reason}: ${message}`,
      ),
      at: lastAt,
    }),
  );
}

export function itemsOfActions({ actions, at }: Facts): readonly Found[] {
  return actions.map(
    ({ action_id: id, action, target, status, result, error, created_at: asked, finished_at: ended }): Found => ({
      source: 'actions',
      weight: 68,
      summary: `${actionLabels[action]} ${targetWords(target)} was asked for ${agoWords(asked, at)} before and is ${status}${whyWords(result ?? error)}${ended === null ? '' : `, for ${agoWords(ended, at)}`}.`,
      at: ended ?? asked,
      url: `/actions/${id}`,
    }),
  );
}

function whyWords(why: string | null | undefined): string {
  return why === null || why === undefined ? '' : ` (${why})`;
}

function targetWords(target: Facts['actions'][number]['target']): string {
  if ('node_name' in target) return target.node_name;
  if ('pod' in target) return `${target.namespace}/${target.pod}`;
  return `${target.namespace}/${target.deployment_name}`;
}
