/** The first bytes as text, at most so many, without half a character at the end. */
export function textWithin(bytes: Buffer, most: number): string {
  if (bytes.length <= most) return bytes.toString('utf8');
  let end = most;
  // All bytes of a character but its first begin with the bits 10; there are at most three of these.
  while (end > most - 3 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
