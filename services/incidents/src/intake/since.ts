/** No clock that was ever set tells of an earlier time; Alertmanager writes the year 1 for none. */
const earliest = Date.UTC(2000, 0, 1);

/** When it began or ended by its sender; now, where the sender does not say or has a clock that goes wrong. */
export function timeGiven(text: string | undefined, now: Date): Date {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) || at < earliest || at > now.getTime() ? now : new Date(at);
}
