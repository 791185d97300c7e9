import type { FactPod, Facts } from '@wheelhouse/contracts';
import { no, whenAll } from './conditions.ts';
import type { Rule } from './rule.ts';
import { cannotPull, changesWithinHour, type FactChange, isFailing, living, namespaceOf } from './seen.ts';
import { clockTime, counted, named } from './words.ts';

/** Kinds that keep the templates they had before. */
const withVersions: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

function lastTemplate(facts: Facts): FactChange | undefined {
  return changesWithinHour(facts).find(({ change }) => change === 'template');
}

export const badRollout: Rule = {
  name: 'bad_rollout',
  title: 'A rollout went wrong',
  about:
    'The template of a workload was changed within the hour, and its rollout has stalled or its new pods fail while old ones run. What was there before is known to work.',
  when: [
    'The template was changed within 60 minutes.',
    'The rollout has stalled; or new pods fail while pods of the template before are Ready.',
  ],
  follows: 'the suggestion to roll back, naming the images before',
  needs: ['workload', 'pods', 'changes'],
  prior: 0.75,
  judge: (facts) => {
    const { workload } = facts;
    const change = lastTemplate(facts);
    if (workload === null || change === undefined) return no('its template was not changed within the last 60 minutes');
    const pods = living(facts);
    const failing = pods.filter((pod) => pod.is_new === true && isFailing(pod));
    const old = pods.filter((pod) => pod.is_new === false && pod.ready);
    const isStalled = workload.rollout === 'stalled';
    return whenAll(
      [
        {
          holds: isStalled || (failing.length > 0 && old.length > 0),
          fails: 'the rollout has not stalled, and no new pod fails while old ones are Ready',
        },
      ],
      () => ({
        verdict: 'suggestion',
        reason: `The template of ${workload.name} was changed at ${clockTime(change.at)}${imagesWords(change)}. ${troubleWords(failing, old, isStalled)}`,
        advice: backWords(facts, change),
        whyNoAction:
          'Our actions restart pods of the template as it stands, which would start the same again; going back to another one is left to whoever deploys it.',
      }),
    );
  },
};

function imagesWords({ images: { before, after } }: FactChange): string {
  if (before.join() === after.join()) return ', its images not';
  return ` from ${before.length === 0 ? 'no image' : named(before)} to ${named(after)}`;
}

function troubleWords(failing: readonly FactPod[], old: readonly FactPod[], isStalled: boolean): string {
  if (failing.length === 0) return 'Since then its rollout has stalled.';
  const stalled = isStalled ? ', and the rollout has stalled' : '';
  return `${counted(failing.length, 'new pod')} ${failing.length === 1 ? 'fails' : 'fail'} (${named(failing.map(({ name }) => name))}), ${counted(old.length, 'old one')} ${old.length === 1 ? 'is' : 'are'} Ready${stalled}.`;
}

function backWords({ workload, object }: Facts, { images: { before, after } }: FactChange): string {
  const kind = workload?.kind ?? object.kind;
  const name = workload?.name ?? object.name;
  const namespace = workload?.namespace ?? object.namespace ?? '';
  const to = before.length === 0 || before.join() === after.join() ? 'to the template before' : `to ${named(before)}`;
  const undo = withVersions.has(kind)
    ? `kubectl -n ${namespace} rollout undo ${kind.toLowerCase()}/${name}`
    : 'apply the manifest as it was before';
  return `Roll back ${to}: ${undo}; an app of Wheelhouse with wheelhouse apps rollback.`;
}

export const imagePull: Rule = {
  name: 'image_pull',
  title: 'An image cannot be pulled',
  about:
    'Containers cannot start because their image is not there: a wrong name or tag, missing credentials, or a registry that does not respond.',
  when: ['Containers of some pods wait because their image cannot be pulled.'],
  follows: 'the suggestion what to look at, with the image before if it was changed within the hour',
  needs: ['pods'],
  prior: 0.7,
  judge: (facts) => {
    const waiting = living(facts).filter(cannotPull);
    if (waiting.length === 0) return no('every image could be pulled');
    const images = facts.workload?.containers.map(({ image }) => image) ?? [];
    const change = lastTemplate(facts);
    const namespace = namespaceOf(facts);
    const back =
      change === undefined ||
      change.images.before.length === 0 ||
      change.images.before.join() === change.images.after.join()
        ? ''
        : ` Until ${clockTime(change.at)} it was ${named(change.images.before)}, which could be pulled: going back to it is the quickest way.`;
    return {
      verdict: 'suggestion',
      reason: `${counted(waiting.length, 'pod')} cannot pull ${images.length === 0 ? 'an image' : named(images)} (${named(waiting.map(({ name, waiting: why }) => `${name}: ${why ?? ''}`))}).`,
      advice: `Check that the image and its tag exist, and that the imagePullSecret is valid; what the registry answered stands in: kubectl -n ${namespace} describe pod ${waiting[0]?.name ?? ''}.${back}`,
      whyNoAction: 'A restart would ask the same registry for the same image.',
    };
  },
};
