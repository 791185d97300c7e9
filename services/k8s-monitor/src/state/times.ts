/** Epoch milliseconds of a time as Kubernetes writes it; undefined: it is missing or none. */
export function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
