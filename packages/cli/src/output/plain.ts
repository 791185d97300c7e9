/**
 * Names come from elsewhere, and may hold what moves the cursor, colours text or turns its direction. Such characters
 * are shown by their number; nothing else of a text changes.
 */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\p{Cs}]/gu;

export function plain(text: string): string {
  return text.replaceAll(steering, numbered);
}

/** The same document: in JSON every character may be written by its number. */
export function plainJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, undefined, indent) ?? 'null').replaceAll(steering, (character) =>
    // Between its values JSON has line ends of its own.
    character === '\n' ? character : numbered(character),
  );
}

function numbered(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
