/** A stranger's words as one line of a bounded length: whole characters, and nothing that would break the line. */
export function oneLine(text: string, longest: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}
