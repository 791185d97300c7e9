import type { Found, Rule } from './rule.ts';

const undo = 'If it started with a change: kubectl -n {namespace} rollout undo {kind}/{name}.';
const withVersions = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** What to do about it, in words, with commands to copy. */
export function suggestedAction(
  { suggestedAction: first, undoMayHelp = false }: Rule,
  { object, pod, job }: Pick<Found, 'object' | 'pod' | 'job'>,
): string {
  const words: Readonly<Record<string, string>> = {
    kind: object.kind.toLowerCase(),
    namespace: object.namespace ?? '',
    name: object.name,
    pod: pod ?? object.name,
    job: job ?? object.name,
  };
  const template = undoMayHelp && withVersions.has(object.kind) ? `${first} ${undo}` : first;
  return template.replaceAll(/\{([a-z]+)\}/g, (whole, word: string) => words[word] ?? whole);
}
