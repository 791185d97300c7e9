/** Reed-Solomon over the field of 256 elements that QR codes use (ISO/IEC 18004, annex A). */

const fieldPolynomial = 0x1_1d;

/** The codewords that follow the data, so that what cannot be read is found again. */
export function correctionOf(data: readonly number[], length: number): readonly number[] {
  const divisor = divisorOf(length);
  let rest: readonly number[] = Array.from({ length }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = divisor.map((coefficient, place) => (rest[place + 1] ?? 0) ^ product(coefficient, factor));
  }
  return rest;
}

/** (x - 1)(x - 2)(x - 4)… without its first coefficient, which is 1. */
function divisorOf(degree: number): readonly number[] {
  let coefficients: readonly number[] = Array.from({ length: degree }, (_, place) => (place === degree - 1 ? 1 : 0));
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    const [before, by] = [coefficients, root];
    coefficients = before.map((coefficient, place) => product(coefficient, by) ^ (before[place + 1] ?? 0));
    root = product(root, 2);
  }
  return coefficients;
}

export function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    sum = (sum << 1) ^ ((sum >>> 7) * fieldPolynomial);
    if (((b >>> bit) & 1) === 1) sum ^= a;
  }
  return sum;
}
