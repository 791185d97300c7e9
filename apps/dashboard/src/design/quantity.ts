/** Quantities as people say them. */

const figure = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3, useGrouping: false });
const steps = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function coresOf(used: number, all: number): string {
  return `${figure.format(used / 1_000)} of ${figure.format(all / 1_000)} ${all === 1_000 ? 'core' : 'cores'}`;
}

/** A share of a core reads better in thousandths. */
export function coresWords(all: number): string {
  if (all > 0 && all < 1_000) return `${all} m`;
  return coresOf(0, all).replace(/^0 of /, '');
}

/** Both in the unit of the larger. */
export function bytesOf(used: number, all: number): string {
  const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, all)) / 10)));
  const size = 1024 ** step;
  return `${figure.format(used / size)} of ${figure.format(all / size)} ${steps[step]}`;
}

export function bytesWords(all: number): string {
  return bytesOf(0, all).replace(/^0 of /, '');
}
