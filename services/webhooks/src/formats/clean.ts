/** What moves a cursor, turns the direction of text or is no character: shown by its number, as the terminal does. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\p{Cs}]/gu;

const numbered = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Names and messages of strangers, on one line. */
export function lineOf(text: string): string {
  return text
    .replaceAll(/\s*[\r\n\t]\s*/g, ' ')
    .trim()
    .replaceAll(steering, numbered);
}

/** The same with its lines. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(lineOf)
    .filter((line) => line !== '');
}

/** As much as has room once it is written so; what was left out shows as an ellipsis. No character is cut in two. */
export function fitted(text: string, most: number, written: (text: string) => string = String): string {
  const whole = written(text);
  if (whole.length <= most) return whole;
  let kept = '';
  for (const character of text) {
    const next = written(character);
    if (kept.length + next.length > most - 1) break;
    kept += next;
  }
  return `${kept}…`;
}
