const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** What terminals give two columns: pictures, and the scripts of East Asia. */
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const marks = /^\p{M}+$/u;

function columnsOf(letter: string): number {
  if (marks.test(letter)) return 0;
  return wide.test(letter) ? 2 : 1;
}

export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of letters.segment(text)) width += columnsOf(segment);
  return width;
}

/** As much of it as fits; what is cut shows that it was. */
export function fitted(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of letters.segment(text)) {
    width += columnsOf(segment);
    if (width > most - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
