import type { Trouble } from './troubles.ts';

/** `2 of 3 new pods cannot pull shop/web:9: not found`; nothing where none has this trouble. */
export function sentenceOf(
  troubles: readonly Trouble[],
  reason: string,
  wanted: number,
  whose: 'new pods' | 'pods' = 'new pods',
): string {
  const those = troubles.filter((one) => one.reason === reason);
  const [first, second] = those;
  if (first === undefined) return '';
  if (first.pod === undefined) return `${whose === 'pods' ? 'Pods' : 'New pods'} ${first.text}`;
  const who = `${those.length} of ${Math.max(wanted, those.length)} ${whose}`;
  return second === undefined
    ? `${who} (${first.pod.metadata.name}) ${first.text}`
    : `${who} ${first.textOfMany ?? first.text}`;
}
