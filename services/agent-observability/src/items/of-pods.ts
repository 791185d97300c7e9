import type { FactPod, Facts } from '@wheelhouse/contracts';
import type { Found } from './item.ts';
import { agoWords, countWords, forWords, pageOf } from './words.ts';

const mostPods = 10;
const excerptBytes = 2_048;

/** The pods that are in trouble, one by one, and the others by their number. */
export function itemsOfPods({ pods, pods_total: total, object, at }: Facts, clusterId: string): readonly Found[] {
  const troubled = pods.filter(isTroubled);
  const ready = pods.filter((pod) => pod.ready).length;
  const seen = total !== null && total > pods.length ? ` of the ${pods.length} seen` : '';
  return [
    ...troubled.slice(0, mostPods).map((pod): Found => {
      const url = pageOf(clusterId, { kind: 'Pod', namespace: namespaceOf(object), name: pod.name });
      return {
        source: 'pods',
        weight: pod.last_end === null && pod.waiting === null && pod.unschedulable === null ? 84 : 86,
        summary: `Pod ${pod.name} ${stateOf(pod, at)}.`,
        ...(pod.ready_since === null ? {} : { at: pod.ready_since }),
        ...(url === undefined ? {} : { url }),
      };
    }),
    ...(pods.length === 0
      ? []
      : [
          {
            source: 'pods',
            weight: 62,
            summary: `${ready} of ${countWords(total ?? pods.length, 'pod')} ${ready === 1 ? 'is' : 'are'} ready${seen}.`,
          } as const,
        ]),
  ];
}

/** The pods of a node lie in namespaces that are not told. */
function namespaceOf({ namespace }: Facts['object']): string | null {
  return namespace;
}

function isTroubled({ ready, phase, waiting, unschedulable, deleting, restarts, last_end: end }: FactPod): boolean {
  const isOver = phase === 'Succeeded';
  return (
    (!ready && !isOver) || waiting !== null || unschedulable !== null || deleting || (restarts > 0 && end !== null)
  );
}

function stateOf(pod: FactPod, at: string): string {
  const { phase, ready, ready_since: since, node, waiting, unschedulable, restarts, last_end: end, deleting } = pod;
  const isReady = ready ? 'ready' : 'not ready';
  return [
    `${node === null ? 'has no node' : `on ${node}`} is ${phase}, ${isReady}${forWords(since, at)}`,
    ...(deleting ? ['being deleted'] : []),
    ...(waiting === null ? [] : [`waiting: ${waiting}`]),
    ...(unschedulable === null ? [] : [`without a place: ${unschedulable.replace(/\.$/, '')}`]),
    ...(restarts === 0 ? [] : [`restarted ${countWords(restarts, 'time')}`]),
    ...(end === null ? [] : [`container ${end.container} ended last ${endOf(end, at)}`]),
    ...(pod.is_new === false ? ['made of an earlier template'] : []),
    ...(pod.has_controller ? [] : ['without a controller that would make it anew']),
  ].join(', ');
}

function endOf({ reason, exit_code: code, at: endedAt }: NonNullable<FactPod['last_end']>, at: string): string {
  const why = [...(reason === '' ? [] : [reason]), ...(code === null ? [] : [`exit code ${code}`])].join(', ');
  return `${endedAt === null ? '' : `${agoWords(endedAt, at)} ago `}(${why === '' ? 'no reason given' : why})`;
}

/** The last words of containers that crashed. */
export function itemsOfLogs({ logs, object }: Facts, clusterId: string): readonly Found[] {
  return logs.map(({ pod, container, lines }): Found => {
    const page = pageOf(clusterId, { kind: 'Pod', namespace: object.namespace, name: pod });
    return {
      source: 'logs',
      weight: 88,
      summary: `The last ${countWords(lines.length, 'line')} of container ${container} of Pod ${pod}, which crashed.`,
      excerpt: endOfText(lines.join('\n')),
      ...(page === undefined ? {} : { url: `${page}/logs` }),
    };
  });
}

/** Whole lines, as many as fit; of a single line that does not, its end. */
function endOfText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= excerptBytes) return text;
  // The character that the cut goes through is left out.
  const end = bytes
    .subarray(bytes.length - excerptBytes)
    .toString('utf8')
    .replace(/^\uFFFD+/, '');
  const newline = end.indexOf('\n');
  return newline === -1 ? end : end.slice(newline + 1);
}
