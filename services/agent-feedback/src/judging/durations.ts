const [minute, hour] = [60, 3_600];

/** "45 s", "2 min 10 s", "1 h 5 min". */
export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < minute) return `${seconds} s`;
  if (seconds < hour) return joined(seconds, minute, 'min', 1, 's');
  return joined(seconds, hour, 'h', minute, 'min');
}

function joined(seconds: number, large: number, largeWord: string, small: number, smallWord: string): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${largeWord}${rest === 0 ? '' : ` ${rest} ${smallWord}`}`;
}

/** "10:05 UTC". */
export function timeWords(moment: Date): string {
  return `${moment.toISOString().slice(11, 16)} UTC`;
}
