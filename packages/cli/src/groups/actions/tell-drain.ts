import { secondsText } from '../../output/durations.ts';
import { plain } from '../../output/plain.ts';
import { type Action, titleOf } from './action.ts';
import { countOf } from './tell-drain-plan.ts';

export type DrainedPod = NonNullable<Action['details']['pods']>[number];
type Figures = NonNullable<Action['details']['drain']>;

export const mostAttempts = 5;

export const isBlocked = ({ status, blocked_by }: DrainedPod) => status === 'waiting' && blocked_by.length > 0;

/** How many are gone, of those that have to go. */
export function goneOf({ counts }: Figures): { readonly gone: number; readonly total: number } {
  const { waiting, evicting, evicted, failed } = counts;
  return { gone: evicted, total: waiting + evicting + evicted + failed };
}

/** `shop/web-1 is blocked by budget web: attempt 3 of 5, next try in 12 s`. */
export function blockedText(pod: DrainedPod, now: number): string {
  const { blocked_by, attempts, next_try_at } = pod;
  const budgets = `${blocked_by.length === 1 ? 'budget' : 'budgets'} ${blocked_by.join(' and ')}`;
  const next = next_try_at === null ? '' : `, next try ${inSeconds(Date.parse(next_try_at), now)}`;
  return `${nameOf(pod)} is blocked by ${budgets}: attempt ${attempts} of ${mostAttempts}${next}`;
}

export const nameOf = ({ namespace, pod }: Pick<DrainedPod, 'namespace' | 'pod'>) => `${namespace}/${pod}`;

/** `12 pods evicted, 3 left alone, 1 failed; the node is cordoned`. */
export function endedText({ counts, node_cordoned }: Figures): string {
  const { evicted, skipped, failed, waiting, evicting } = counts;
  const parts = [
    `${countOf(evicted)} evicted`,
    ...(skipped === 0 ? [] : [`${skipped} left alone`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(waiting + evicting === 0 ? [] : [`${waiting + evicting} not gone`]),
  ];
  return `${parts.join(', ')}; the node is ${node_cordoned ? 'cordoned' : 'not cordoned'}`;
}

function inSeconds(at: number, now: number): string {
  return at > now ? `in ${secondsText(Math.ceil((at - now) / 1_000))}` : 'now';
}

const barWidth = 24;
const mostNamed = 8;

/** What a screen shows of a drain that runs; drawn again each second, for the times in it. */
export function drainScreen(action: Action, now: number): readonly string[] {
  const { pods = [], drain } = action.details;
  const title = plain(titleOf(action));
  if (drain === undefined) return [plain(`${title}: ${action.progress ?? action.step?.replaceAll('_', ' ') ?? ''}`)];
  const { gone, total } = goneOf(drain);
  const full = total === 0 ? 0 : Math.floor((gone / total) * barWidth);
  const left = leftText(drain, now);
  const of = (status: DrainedPod['status']) => pods.filter((pod) => pod.status === status);
  const blocked = pods.filter(isBlocked);
  return [
    `${title}  ${'█'.repeat(full)}${'░'.repeat(barWidth - full)}  ${gone} of ${countOf(total)} gone${left}`,
    ...named(blocked, (pod) => [`  ${blockedText(pod, now)}`, ...(pod.reason === null ? [] : [`    ${pod.reason}`])]),
    ...named(of('failed'), (pod) => [`  ${nameOf(pod)} failed: ${pod.reason ?? 'reason unknown'}`]),
    ...summed('evicting', of('evicting')),
    ...summed(
      'waiting',
      of('waiting').filter((pod) => !isBlocked(pod)),
    ),
    `  ${drain.node_cordoned ? 'cordoned' : 'not cordoned yet'}${drain.pass > 1 ? `; pass ${drain.pass} of 3: pods came back` : ''}; Ctrl-C stops watching, not the drain`,
  ];
}

export function leftText({ upper_bound_at }: Figures, now: number): string {
  if (upper_bound_at === null) return '';
  const seconds = Math.ceil((Date.parse(upper_bound_at) - now) / 1_000);
  return seconds > 0 ? `, at most ${secondsText(seconds)} left` : '';
}

function named(pods: readonly DrainedPod[], tell: (pod: DrainedPod) => readonly string[]): readonly string[] {
  const rest = pods.length - mostNamed;
  const lines = pods.slice(0, mostNamed).flatMap(tell).map(plain);
  return rest > 0 ? [...lines, `  and ${rest} more`] : lines;
}

/** One line, however many: `  evicting  shop/cart-1, shop/cart-2 and 9 more`. */
function summed(word: string, pods: readonly DrainedPod[]): readonly string[] {
  if (pods.length === 0) return [];
  const names = pods.slice(0, 3).map(nameOf).join(', ');
  return [plain(`  ${word.padEnd(8)}  ${names}${pods.length > 3 ? ` and ${pods.length - 3} more` : ''}`)];
}
