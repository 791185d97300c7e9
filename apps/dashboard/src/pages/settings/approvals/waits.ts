/** How long an action may wait, to choose from. The API takes any number of seconds from a minute to a week. */
const known: readonly (readonly [seconds: number, words: string])[] = [
  [900, '15 minutes'],
  [3_600, '1 hour'],
  [14_400, '4 hours'],
  [43_200, '12 hours'],
  [86_400, '24 hours'],
  [259_200, '3 days'],
  [604_800, '7 days'],
];

/** One that was set by the API to another length stays among them. */
export function waitsWith(seconds: number): readonly { readonly value: string; readonly label: string }[] {
  const all = known.some(([one]) => one === seconds) ? known : [...known, [seconds, `${seconds} seconds`] as const];
  return all.toSorted(([a], [b]) => a - b).map(([value, label]) => ({ value: String(value), label }));
}
